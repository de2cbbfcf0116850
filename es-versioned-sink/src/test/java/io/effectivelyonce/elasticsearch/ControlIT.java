package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A control is taken by every server, and changes nothing. */
class ControlIT {
    private static RealServer server;

    private final String name = "control-" + UUID.randomUUID();
    private Transport transport;

    @BeforeAll
    static void start() throws IOException {
        server = RealServer.shared();
    }

    @BeforeEach
    void connect() {
        Duration patience = Duration.ofSeconds(30);
        transport = new Transport(List.of(node()), Offline.CONFIG.connection(), patience, patience);
    }

    @AfterEach
    void disconnect() {
        transport.close();
    }

    @Test
    void anIndexThatDoesNotExistIsNotCreated() throws InterruptedException {
        assertThat(control(name)).isInstanceOf(RequestVerdict.Taken.class);
        assertThat(server.ask("GET", "/" + name, "").path("status").asInt()).isEqualTo(404);
    }

    @Test
    void anIndexStaysAsItIs() throws InterruptedException {
        server.ask("PUT", "/" + name, "");
        assertThat(control(name)).isInstanceOf(RequestVerdict.Taken.class);
        assertThat(server.count(name)).isZero();
    }

    @Test
    void anAliasIsNotWrittenTo() throws InterruptedException {
        server.ask("PUT", "/" + name + "-1", "{\"aliases\":{\"" + name + "\":{\"is_write_index\":true}}}");
        String before = server.text("/" + name + "-1/_mapping");
        assertThat(control(name)).isInstanceOf(RequestVerdict.Taken.class);
        assertThat(server.count(name)).isZero();
        assertThat(server.text("/" + name + "-1/_mapping")).isEqualTo(before);
    }

    @Test
    void aPipelineIsGoneThroughAndNothingIsWritten() throws InterruptedException {
        server.ask("PUT", "/_ingest/pipeline/" + name, "{\"processors\":[]}");
        String settings =
                "{\"settings\":{\"index.default_pipeline\":\"" + name + "\"},\"aliases\":{\"" + name + "-alias\":{}}}";
        server.ask("PUT", "/" + name, settings);
        assertThat(control(name)).isInstanceOf(RequestVerdict.Taken.class);
        assertThat(control(name + "-alias")).isInstanceOf(RequestVerdict.Taken.class);
        assertThat(server.count(name)).isZero();
        assertThat(server.document(name, "effectively-once-control")
                        .path("found")
                        .asBoolean(true))
                .isFalse();
    }

    private RequestVerdict control(String index) throws InterruptedException {
        return new BulkApi(
                        transport,
                        Offline.GATE,
                        Offline.CONFIG.connection(),
                        false,
                        new InFlight(),
                        new BulkMetrics(ConnectTask.metricsNobodyReads()))
                .control(node(), index);
    }

    private static URI node() {
        return URI.create(server.url());
    }
}
