package io.effectivelyonce.elasticsearch.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.elasticsearch.LogCapture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexGateTest {
    private static final String MISSING = "{\"error\":{\"type\":\"index_not_found_exception\"},\"status\":404}";
    private static final String DONE = "{\"acknowledged\":true}";
    private static final Schema PRODUCT =
            SchemaBuilder.struct().field("stock", Schema.INT32_SCHEMA).build();

    private final ScriptedAnswers server = new ScriptedAnswers();
    private final IndexGate gate = gate(true);

    @Test
    void anOpenIndexIsNotAskedAboutAgainSoon() throws InterruptedException {
        server.then(200, index("\"_meta\":" + mark("header.version")));
        assertThat(admit()).isEmpty();
        assertThat(admit()).isEmpty();
        assertThat(server.questions()).hasSize(1);
    }

    @Test
    void whatIsLackingIsDoneAndLookedAtAgain() throws InterruptedException {
        server.then(404, MISSING)
                .then(200, DONE)
                .then(200, index("\"_meta\":{\"owner\":1}"))
                .then(200, DONE)
                .then(200, index("\"_meta\":" + mark("header.version")));
        assertThat(admit()).isEmpty();
        assertThat(server.questions().get(1)).contains("\"index.gc_deletes\":\"3600000ms\"", mark("header.version"));
        assertThat(server.questions().get(3))
                .isEqualTo(
                        "PUT /products/_mapping {\"_meta\":{\"owner\":1,\"effectively-once\":{\"version.from\":\"header.version\"}}}");
    }

    @Test
    void sendersThatMeetAMissingIndexAtOnceMakeItOnce() throws Exception {
        int senders = 8;
        AtomicInteger made = new AtomicInteger();
        CyclicBarrier together = new CyclicBarrier(senders);
        IndexGate shared = gate(true, (method, path, json) -> {
            if (method.equals("PUT")) { // to create it, since it is marked then
                made.incrementAndGet();
                return new Server.Answered(200, DONE.getBytes(StandardCharsets.UTF_8));
            }
            String now = made.get() == 0 ? MISSING : index("\"_meta\":" + mark("header.version"));
            return new Server.Answered(made.get() == 0 ? 404 : 200, now.getBytes(StandardCharsets.UTF_8));
        });
        ExecutorService threads = Executors.newFixedThreadPool(senders);
        try {
            List<Future<Optional<Wait>>> admitted = threads.invokeAll(Collections.nCopies(senders, () -> {
                together.await();
                return shared.admit(List.of("products"));
            }));
            for (Future<Optional<Wait>> each : admitted) {
                assertThat(each.get()).isEmpty();
            }
            assertThat(made).hasValue(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aMarkThatSomebodyElseWroteAtTheSameMomentIsRespected() {
        server.then(200, index("\"_meta\":{}")).then(200, DONE).then(200, index("\"_meta\":" + mark("offset")));
        assertThatThrownBy(this::admit)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("'offset'")
                .hasMessageContaining("behavior.on.version.source.change");
    }

    @Test
    void aMarkThatMayNotBeWrittenIsGoneWithoutAndNotTriedAgain() throws InterruptedException {
        server.then(200, index("\"_meta\":{}"))
                .then(403, "{\"error\":{\"type\":\"security_exception\"}}")
                .then(200, index("\"_meta\":{}"));
        assertThat(admit()).isEmpty();
        assertThat(server.questions()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            503 | {}
            429 | {"error":{"type":"circuit_breaking_exception"}}
            403 | {"error":{"type":"cluster_block_exception"}}
            """)
    void anOutageIsWaitedForAndThenAskedAgain(int status, String body) throws InterruptedException {
        server.then(404, MISSING).then(status, body).thenNone().then(200, index("\"_meta\":" + mark("header.version")));
        assertThat(admit())
                .hasValueSatisfying(wait -> assertThat(wait.misconfigured()).isFalse());
        assertThat(admit()).hasValueSatisfying(wait -> assertThat(wait.why()).contains("connection refused"));
        assertThat(admit()).isEmpty();
    }

    @Test
    void anIndexThatSoonForgetsDeletesIsWarnedOf() throws InterruptedException {
        server.then(200, index("\"_meta\":" + mark("header.version")));
        try (LogCapture log = new LogCapture()) {
            assertThat(admit()).isEmpty();
            assertThat(log.text())
                    .contains("Index products remembers the versions of deleted documents for 60 s only", "gc_deletes");
        }
    }

    @Test
    void missingPrivilegesAreAFaultOfTheConfigurationThatNamesThem() throws InterruptedException {
        server.then(403, "{\"error\":{\"type\":\"security_exception\"}}");
        assertThat(admit()).hasValueSatisfying(wait -> {
            assertThat(wait.misconfigured()).isTrue();
            assertThat(wait.why()).contains("view_index_metadata", "connection.api.key");
        });
        server.then(404, MISSING).then(403, "{\"error\":{\"type\":\"security_exception\"}}");
        assertThat(admit()).hasValueSatisfying(wait -> assertThat(wait.why()).contains("create_index"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"products-1":{"settings":{"index":{"lifecycle":{"rollover_alias":"products"}}}}} | rolls over
            {"products-1":{"settings":{"index":{"plugins":{"index_state_management":{"rollover_alias":"products"}}}}}} | rolls over
            {"a":{"settings":{"index":{}}},"b":{"settings":{"index":{}}}} | alias of 2 indices
            {".ds-products-1":{"data_stream":"products","settings":{"index":{}}}} | data stream
            """)
    void aNameThatGuardsNothingIsRefused(String answer, String why) {
        server.then(200, answer);
        assertThatThrownBy(this::admit).isInstanceOf(ConnectException.class).hasMessageContaining(why);
    }

    @Test
    void anIndexThatCanNotBeMadeIsRefusedInTheServersWords() {
        server.then(404, MISSING)
                .then(
                        400,
                        "{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":\"matches with template [x] that creates"
                                + " data streams only\"}}");
        assertThatThrownBy(this::admit).isInstanceOf(ConnectException.class).hasMessageContaining("data streams only");
    }

    @Test
    void onlyAnIndexWithoutFieldsGetsThoseOfTheSchema() throws InterruptedException {
        server.then(200, index("\"_meta\":" + mark("header.version"))).then(200, DONE);
        gate.announce("products", PRODUCT);
        assertThat(admit()).isEmpty();
        assertThat(server.questions().get(1))
                .isEqualTo("PUT /products/_mapping {\"properties\":{\"stock\":{\"type\":\"integer\"}}}");
        server.then(
                200,
                index("\"_meta\":" + mark("header.version") + ",\"properties\":{\"stock\":{\"type\":\"long\"}}")
                        .replace("products", "others"));
        gate.announce("others", PRODUCT);
        assertThat(gate.admit(List.of("others"))).isEmpty();
        assertThat(server.questions()).hasSize(3);
    }

    @Test
    void aMissingIndexMayBeLeftToTheServer() throws InterruptedException {
        server.then(404, MISSING).then(404, MISSING);
        IndexGate left = gate(false);
        assertThat(left.admit(List.of("products"))).isEmpty();
        assertThat(left.admit(List.of("products"))).isEmpty();
        assertThat(server.questions()).hasSize(2);
    }

    @Test
    void lackingPrivilegesAreListedWhereTheServerTells() throws InterruptedException {
        server.then(
                        200,
                        "{\"has_all_requested\":false,\"index\":{\"products\":{\"write\":true,\"create_index\":false,"
                                + "\"view_index_metadata\":true}}}")
                .then(405, "{}");
        IndexCheck check = new IndexCheck(server, rules(true), "connection.api.key");
        assertThat(check.missingPrivileges(List.of("products")))
                .hasValueSatisfying(why ->
                        assertThat(why).contains("create_index on 'products'").doesNotContain("write"));
        assertThat(check.missingPrivileges(List.of("products"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"60s, 60000", "1h, 3600000", "500ms, 500", "2d, 172800000", "3m, 180000", "5000000nanos, 5"})
    void theServersTimesAreRead(String text, long millis) {
        assertThat(TimeValue.parse(text)).contains(Duration.ofMillis(millis));
        assertThat(TimeValue.parse("-" + text)).isEmpty();
    }

    private Optional<Wait> admit() throws InterruptedException {
        return gate.admit(List.of("products"));
    }

    private IndexGate gate(boolean creates) {
        return gate(creates, server);
    }

    private static IndexGate gate(boolean creates, Server asked) {
        return new IndexGate(asked, rules(creates), "connection.api.key", true);
    }

    private static IndexRules rules(boolean creates) {
        return new IndexRules(
                "header.version",
                "version.from",
                false,
                true,
                Optional.of(Duration.ofHours(1)),
                creates ? Optional.of(new IndexCreation(Map.of(), Map.of())) : Optional.empty(),
                true);
    }

    private static String mark(String source) {
        return "{\"effectively-once\":{\"version.from\":\"" + source + "\"}}";
    }

    private static String index(String mapping) {
        return "{\"products\":{\"mappings\":{" + mapping + "},\"settings\":{\"index\":{\"uuid\":\"x\"}}}}";
    }
}
