package io.effectivelyonce.testnode;

import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/** Runs one Elasticsearch node with the settings of a properties file until it gets SIGTERM. */
public final class TestNode {
    private static final long CLOSE_SECONDS = 20;

    private TestNode() {}

    public static void main(String[] arguments) throws Exception {
        Settings settings = settings(Path.of(arguments[0]));
        Path configuration = Files.createDirectories(Path.of(settings.get("path.data")).resolve("config"));
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
                settings, Map.of(), configuration, () -> settings.get("node.name"));
        LogConfigurator.configureWithoutConfig(settings);
        // without it the server's own logging API has no factory and the node fails on its first line
        LogConfigurator.configureESLogging();

        PluginsLoader plugins = PluginsLoader.createPluginsLoader(
                Modules.of(environment.modulesDir()), Set.of(), Map.of(), false);
        Node node = new Node(environment, plugins);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node), "close"));
        node.start();
        new CountDownLatch(1).await();
    }

    private static Settings settings(Path file) throws Exception {
        Properties properties = new Properties();
        try (InputStream in = new FileInputStream(file.toFile())) {
            properties.load(in);
        }
        Settings.Builder settings = Settings.builder();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings.build();
    }

    private static void close(Node node) {
        try {
            node.prepareForClose();
            node.close();
            node.awaitClose(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
