package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What people reported of other sinks, given to this one. */
class HandedCasesIT {
    private static RealServer server;

    private final Topic topic = new Topic();

    @BeforeAll
    static void start() throws IOException {
        server = RealServer.shared();
    }

    @Test
    void aTombstoneWithoutAKeyIsRejectedAndTheHundredRecordsAfterItAreCommitted() {
        List<SinkRecord> records = new ArrayList<>(List.of(topic.tombstone(null, 1L)));
        for (int i = 0; i < 100; i++) {
            records.add(topic.product("p" + i, 1));
        }
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(records).awaitAll();
            assertThat(task.deadLetters()).hasSize(1);
            assertThat(task.pausedAnything()).isFalse();
            assertThat(task.committable())
                    .containsEntry(new TopicPartition(topic.name(), 0), new OffsetAndMetadata(101));
        }
        assertThat(server.count(topic.name())).isEqualTo(100);
    }

    @Test
    void underATransformThatRenamesTheTopicTheOffsetsAreThoseOfTheTopicInKafka() {
        String renamed = "foo-" + topic.name();
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            SinkRecord record = topic.product("p" + i, 1);
            records.add(record.newRecord(
                    renamed,
                    record.kafkaPartition(),
                    record.keySchema(),
                    record.key(),
                    record.valueSchema(),
                    record.value(),
                    record.timestamp()));
        }
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(records).awaitAll();
            assertThat(task.committable())
                    .containsOnly(Map.entry(new TopicPartition(topic.name(), 0), new OffsetAndMetadata(10)));
        }
        assertThat(server.count(renamed)).isEqualTo(10);
    }

    @Test
    void smallerVersionsFromAnotherSourceAreRefusedAndWhereForcedCountedAsStale() {
        SinkRecord late = new SinkRecord(
                topic.name(), 0, Schema.STRING_SCHEMA, "p1", null, Map.of("name", "by offset"), 5_000_000);
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("version.from", "offset"))) {
            task.deliver(List.of(late)).awaitAll();
        }
        List<SinkRecord> smaller = List.of(topic.product("p1", 10), topic.product("p1", 11), topic.product("p1", 12));
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(smaller);
            assertThat(task.awaitStop()).hasMessageContaining("'offset'").hasMessageContaining("'header.version'");
        }
        Map<String, String> forced = Map.of("behavior.on.version.source.change", "accept");
        try (ConnectTask task = ConnectTask.start(server.url(), forced)) {
            task.deliver(smaller).awaitAll();
            assertThat(task.count(Outcome.STALE)).isEqualTo(3);
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("by offset");
    }

    @Test
    void anUpdateBySomebodyElseHidesTheNextVersionAndNoMore() {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(List.of(topic.product("p1", 7))).awaitAll();
            server.ask("POST", "/" + topic.name() + "/_update/p1", "{\"doc\":{\"seen\":true}}");
            assertThat(server.versionOf(topic.name(), "p1")).isEqualTo(8);
            task.deliver(List.of(topic.product("p1", 8))).awaitAll();
            assertThat(task.count(Outcome.DUPLICATE)).isEqualTo(1);
            task.deliver(List.of(topic.product("p1", 9))).awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(2);
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("v9");
    }

    @Test
    void keysOfAllKindsGiveTheIdsThatWereConfigured() {
        Schema both = SchemaBuilder.struct()
                .field("tenant", Schema.STRING_SCHEMA)
                .field("id", Schema.INT64_SCHEMA)
                .build();
        Struct composite = new Struct(both).put("tenant", "shop").put("id", 7L);
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("version.from", "offset"))) {
            task.deliver(List.of(
                            keyed(0, Schema.STRING_SCHEMA, "\"1\""),
                            keyed(1, Schema.INT64_SCHEMA, 42L),
                            keyed(2, Schema.STRING_SCHEMA, ""),
                            keyed(3, Schema.STRING_SCHEMA, "x".repeat(600)),
                            keyed(4, both, composite)))
                    .awaitAll();
            assertThat(task.deadLetters()).hasSize(3);
        }
        Map<String, String> joined = Map.of("version.from", "offset", "document.id.from", "key.tenant,key.id");
        try (ConnectTask task = ConnectTask.start(server.url(), joined)) {
            task.deliver(List.of(keyed(5, both, composite))).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("version.from", "offset"))) {
            task.deliver(List.of(keyed(6, fromJson("\"2\"")))).awaitAll();
        }
        for (String id : List.of("%221%22", "42", "shop%7C7", "2")) {
            assertThat(server.document(topic.name(), id).path("found").asBoolean())
                    .as(id)
                    .isTrue();
        }
        assertThat(server.count(topic.name())).isEqualTo(4);
    }

    /** Quotes of JSON are taken off by Connect's own converter, so the sink needs no option for it. */
    private SchemaAndValue fromJson(String key) {
        try (JsonConverter converter = new JsonConverter()) {
            converter.configure(Map.of("schemas.enable", "false"), true);
            return converter.toConnectData(topic.name(), key.getBytes(StandardCharsets.UTF_8));
        }
    }

    private SinkRecord keyed(long offset, SchemaAndValue key) {
        return keyed(offset, key.schema(), key.value());
    }

    private SinkRecord keyed(long offset, Schema schema, Object key) {
        return new SinkRecord(topic.name(), 0, schema, key, null, Map.of("name", "x"), offset);
    }
}
