package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One bad record never takes its neighbours with it. */
class BadRecordsIT {
    private static RealServer server;

    private final Topic topic = new Topic();

    @BeforeAll
    static void start() throws IOException {
        server = RealServer.shared();
    }

    @Test
    void badVersionsAreRejectedOneByOneWhileTheirNeighboursInTheBulkAreApplied() {
        List<SinkRecord> records = List.of(
                topic.product("good-1", 1),
                topic.product("missing", null, Map.of("name", "x")),
                topic.product("text", "12a", Map.of("name", "x")),
                topic.product("good-2", "2", Map.of("name", "v2")),
                topic.product("negative", (byte) -3, Map.of("name", "x")),
                topic.product("too-high", new BigDecimal("9223372036854775808"), Map.of("name", "x")),
                topic.product("fraction", 1.5, Map.of("name", "x")),
                topic.product("good-3", 3));
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("linger.ms", "200"))) {
            task.deliver(records).awaitAll();
            assertThat(task.deadLetters())
                    .extracting(letter -> letter.record().key())
                    .containsExactly("missing", "text", "negative", "too-high", "fraction");
            assertThat(task.deadLetters().get(0).reason())
                    .contains("topic " + topic.name(), "partition 0", "offset 1", "header.version", "version.from");
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(3);
            assertThat(task.count(Outcome.REJECTED)).isEqualTo(5);
        }
        assertThat(server.count(topic.name())).isEqualTo(3);
    }

    @Test
    void badIdsAndBadDocumentsAreRejectedAlone() {
        List<SinkRecord> records = List.of(
                topic.product("good-1", 1),
                topic.product(null, 1L, Map.of("name", "no id")),
                topic.product("", 1L, Map.of("name", "empty id")),
                topic.product("x".repeat(600), 1L, Map.of("name", "long id")),
                topic.tombstone(null, 1L),
                topic.product("p1", 1L, "[1, 2]"),
                topic.product("p2", 1L, "{\"name\": "),
                topic.product("good-2", 1L, "{\n  \"name\": \"v1\"\n}"));
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("linger.ms", "200"))) {
            task.deliver(records).awaitAll();
            assertThat(task.deadLetters()).hasSize(6);
        }
        assertThat(server.count(topic.name())).isEqualTo(2);
        assertThat(server.nameOf(topic.name(), "good-2")).isEqualTo("v1");
    }

    @Test
    void aDocumentThatTheMappingRefusesIsRejectedWithItsCoordinatesAndWithoutItsValues() {
        server.ask("PUT", "/" + topic.name(), "{\"mappings\":{\"properties\":{\"stock\":{\"type\":\"long\"}}}}");
        List<SinkRecord> records = List.of(
                topic.product("good-1", 1L, Map.of("stock", 7)),
                topic.product("bad", 1L, Map.of("stock", "geheim")),
                topic.product("good-2", 1L, Map.of("stock", 9)));
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("linger.ms", "200"))) {
            task.deliver(records).awaitAll();
            assertThat(task.deadLetters()).hasSize(1);
            assertThat(task.deadLetters().get(0).reason())
                    .contains("offset 1", "status 400", "_parsing_exception", topic.name(), "id bad")
                    .doesNotContain("geheim");
        }
        assertThat(server.count(topic.name())).isEqualTo(2);
    }

    @Test
    void withoutToleranceTheTaskStopsAtTheBadRecordAndWhatFollowsIsNotSent() {
        server.ask("PUT", "/" + topic.name(), "{\"mappings\":{\"properties\":{\"stock\":{\"type\":\"long\"}}}}");
        List<SinkRecord> records = List.of(
                topic.product("good-1", 1L, Map.of("stock", 7)),
                topic.product("bad", 1L, Map.of("stock", "many")),
                topic.product("good-2", 1L, Map.of("stock", 9)));
        Map<String, String> strict =
                Map.of("errors.tolerance", "none", "batch.size", "1", "max.in.flight.requests", "1");
        try (ConnectTask task = ConnectTask.start(server.url(), strict)) {
            task.deliver(records);
            assertThat(task.awaitStop()).hasMessageContaining("offset 1").hasMessageContaining("errors.tolerance");
            assertThat(task.committable()).containsEntry(new TopicPartition(topic.name(), 0), new OffsetAndMetadata(1));
        }
        assertThat(server.count(topic.name())).isEqualTo(1);
    }

    @Test
    void aDocumentTooLargeForTheServerIsRejectedAloneAndTheOthersOfItsBulkAreWritten() {
        String filler = "x".repeat(60_000);
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            records.add(topic.product("p" + i, 1L, Map.of("name", filler)));
            if (i == 20) {
                records.add(topic.product("giant", 1L, Map.of("name", "x".repeat(2_500_000))));
            }
        }
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("linger.ms", "200"))) {
            task.deliver(records).awaitAll();
            assertThat(task.deadLetters())
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.record().key()).isEqualTo("giant"))
                    .satisfies(letter -> assertThat(letter.reason()).contains("too large"));
        }
        assertThat(server.count(topic.name())).isEqualTo(40);
    }
}
