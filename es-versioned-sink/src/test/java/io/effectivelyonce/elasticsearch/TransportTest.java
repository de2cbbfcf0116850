package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TransportTest {
    private static final int MEGABYTE = 1024 * 1024;

    @Test
    void anAnswerWithoutAnEndIsGivenUpBeforeItFillsTheMemory() throws IOException, InterruptedException {
        AtomicLong sent = new AtomicLong();
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        http.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, 0);
                OutputStream out = exchange.getResponseBody();
                for (byte[] part = new byte[MEGABYTE]; sent.get() < 64 * MEGABYTE; sent.addAndGet(MEGABYTE)) {
                    out.write(part);
                }
            }
        });
        http.start();
        URI node = URI.create("http://127.0.0.1:" + http.getAddress().getPort());
        Transport transport = new Transport(
                List.of(node), Offline.CONFIG.connection(), Duration.ofSeconds(5), Duration.ofSeconds(30));
        try {
            assertThat(transport.post("/_bulk", Body.plain(new byte[10])))
                    .isInstanceOfSatisfying(
                            Answer.Unanswered.class,
                            lost -> assertThat(lost.why()).contains("longer than"));
            assertThat(sent.get()).isLessThan(64 * MEGABYTE);
        } finally {
            transport.close();
            http.stop(0);
        }
    }
}
