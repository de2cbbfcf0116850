package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ServerCheckIT {
    private static RealServer server;

    @BeforeAll
    static void start() throws IOException {
        server = RealServer.shared();
    }

    @Test
    void aServerThatAnswersAndAnIndexThatIsMissingOrPlainAreFine() {
        String index = "plain-" + UUID.randomUUID();
        assertThat(problems(index)).isEmpty();
        server.ask("PUT", "/" + index, "");
        assertThat(problems(index)).isEmpty();
    }

    @Test
    void anAliasOfOneIndexIsFineAndOfSeveralIsRefused() {
        String alias = "alias-" + UUID.randomUUID();
        server.ask("PUT", "/" + alias + "-1", "{\"aliases\":{\"" + alias + "\":{\"is_write_index\":true}}}");
        assertThat(problems(alias)).isEmpty();
        server.ask("PUT", "/" + alias + "-2", "{\"aliases\":{\"" + alias + "\":{}}}");
        assertThat(problems(alias).get("index.name.format")).contains("alias of 2 indices");
    }

    @Test
    void aFrozenServerIsAProblemOfTheUrlWithinTenSeconds() {
        server.process().freeze();
        try {
            long before = System.nanoTime();
            assertThat(problems("products")).containsOnlyKeys("connection.url");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
        } finally {
            server.process().thaw();
        }
    }

    private static Map<String, String> problems(String topic) {
        ElasticsearchSinkConfig config =
                new ElasticsearchSinkConfig(Map.of("connection.url", server.url(), "version.from", "offset"));
        return new ServerCheck(config).problems(List.of(topic));
    }
}
