package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ProxyTest {
    @Test
    void requestsGoThroughTheProxyWithItsOwnPassword() throws IOException, InterruptedException {
        List<String> asked = new CopyOnWriteArrayList<>();
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        proxy.createContext("/", exchange -> {
            try (exchange) {
                asked.add(exchange.getRequestURI() + " "
                        + exchange.getRequestHeaders().getFirst("Proxy-Authorization"));
                exchange.sendResponseHeaders(200, -1);
            }
        });
        proxy.start();
        ElasticsearchSinkConfig config = new ElasticsearchSinkConfig(Map.of(
                "connection.url", "http://search.invalid:9200",
                "version.from", "offset",
                "proxy.host", "127.0.0.1",
                "proxy.port", Integer.toString(proxy.getAddress().getPort()),
                "proxy.username", "p",
                "proxy.password", "q"));
        Transport transport = Transport.of(config);
        try {
            assertThat(transport.get("/products")).isInstanceOf(Answer.Answered.class);
            assertThat(asked).containsExactly("http://search.invalid:9200/products Basic cDpx");
        } finally {
            transport.close();
            proxy.stop(0);
        }
    }
}
