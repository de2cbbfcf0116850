package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerCheckTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            404 | {}
            200 | {"version":"4.3.1","kafka_cluster_id":"x"}
            200 | <html>It works</html>
            """)
    void aServerThatIsNoElasticsearchIsAProblemOfTheUrl(int status, String body) throws IOException {
        try (ScriptedServer server = greeting(status, body)) {
            assertThat(problems(server)).containsOnlyKeys("connection.url");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"version":{"number":"9.5.3"}}
            403 | {}
            405 | {}
            """)
    void aNodeThatTellsItsVersionOrNothingIsFine(int status, String body) throws IOException {
        try (ScriptedServer server = greeting(status, body)) {
            assertThat(problems(server)).isEmpty();
        }
    }

    private static ScriptedServer greeting(int status, String body) throws IOException {
        return new ScriptedServer(
                bulk -> ScriptedServer.items(bulk, sent -> 201), new ScriptedServer.Reply(status, body));
    }

    private static Map<String, String> problems(ScriptedServer server) {
        ElasticsearchSinkConfig config =
                new ElasticsearchSinkConfig(Map.of("connection.url", server.url(), "version.from", "offset"));
        return new ServerCheck(config).problems(List.of("products"));
    }
}
