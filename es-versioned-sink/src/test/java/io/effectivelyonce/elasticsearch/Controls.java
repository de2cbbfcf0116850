package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Sends controls to a server: each has to be taken, and to change nothing. */
final class Controls implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final RealServer server;
    private final URI node;
    private final Transport transport;
    private final String name = "control-" + UUID.randomUUID();

    Controls(RealServer server) {
        this.server = server;
        this.node = URI.create(server.url());
        this.transport = new Transport(List.of(node), Offline.CONFIG.connection(), PATIENCE, PATIENCE);
    }

    void toAnIndexThatDoesNotExist() throws InterruptedException {
        taken(name);
        assertThat(server.ask("GET", "/" + name, "").path("status").asInt()).isEqualTo(404);
    }

    void toAnIndexAndToItsAlias() throws InterruptedException {
        create(name, "\"aliases\":{\"" + name + "-alias\":{\"is_write_index\":true}}");
        takenAndNothingChanged(name);
    }

    void throughAPipeline() throws InterruptedException {
        String piped = name + "-piped";
        server.ask("PUT", "/_ingest/pipeline/" + piped, "{\"processors\":[]}");
        create(
                piped,
                "\"settings\":{\"index.default_pipeline\":\"" + piped + "\"},\"aliases\":{\"" + piped + "-alias\":{}}");
        takenAndNothingChanged(piped);
    }

    private void create(String index, String content) {
        assertThat(server.ask("PUT", "/" + index, "{" + content + "}")
                        .path("acknowledged")
                        .asBoolean())
                .isTrue();
    }

    private void takenAndNothingChanged(String index) throws InterruptedException {
        String before = server.text("/" + index + "/_mapping");
        taken(index);
        taken(index + "-alias");
        assertThat(server.count(index)).isZero();
        assertThat(server.document(index, "effectively-once-control")
                        .path("found")
                        .asBoolean(true))
                .isFalse();
        assertThat(server.text("/" + index + "/_mapping")).isEqualTo(before);
    }

    private void taken(String index) throws InterruptedException {
        BulkApi api = new BulkApi(
                transport,
                Offline.GATE,
                Offline.CONFIG.connection(),
                false,
                new InFlight(),
                new BulkMetrics(ConnectTask.metricsNobodyReads()));
        assertThat(api.control(node, index))
                .isInstanceOfSatisfying(
                        RequestVerdict.Taken.class,
                        verdict -> assertThat(verdict.items()).singleElement().matches(BulkResponse.Item::isError));
    }

    @Override
    public void close() {
        transport.close();
    }
}
