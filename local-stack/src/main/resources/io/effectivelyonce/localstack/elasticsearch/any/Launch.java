package io.effectivelyonce.testnode;

import java.io.FileInputStream;
import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;

/** What starting a node has in common among servers whose own classes differ. */
final class Launch {
    private Launch() {}

    static Properties properties(String file) throws Exception {
        Properties properties = new Properties();
        try (InputStream in = new FileInputStream(file)) {
            properties.load(in);
        }
        return properties;
    }

    /** Waits for SIGTERM, and closes the node then. */
    static void untilTerminated(AutoCloseable node) throws InterruptedException {
        Thread close = new Thread(
                () -> {
                    try {
                        node.close();
                    } catch (Exception e) {
                        e.printStackTrace();
                    }
                },
                "close");
        Runtime.getRuntime().addShutdownHook(close);
        new CountDownLatch(1).await();
    }
}
