package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What has to be the same on every line of servers: versions, deletes, bad records, and what is done about indices. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Compatibility {
    private static final Schema LINE = SchemaBuilder.struct()
            .field("sku", Schema.STRING_SCHEMA)
            .field("count", Schema.INT16_SCHEMA)
            .build();
    private static final Schema ORDER = SchemaBuilder.struct()
            .field("name", Schema.STRING_SCHEMA)
            .field("price", Decimal.schema(2))
            .field("at", Timestamp.SCHEMA)
            .field("opens", Time.SCHEMA)
            .field("picture", Schema.BYTES_SCHEMA)
            .field("lines", SchemaBuilder.array(LINE).build())
            .field(
                    "names",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA)
                            .build())
            .field(
                    "byNumber",
                    SchemaBuilder.map(Schema.INT32_SCHEMA, Schema.STRING_SCHEMA).build())
            .build();

    private RealServer server;
    private Topic topic;

    /** A server of the line, for this class. */
    abstract RealServer start() throws IOException;

    abstract void stop(RealServer started);

    @BeforeAll
    void begin() throws IOException {
        server = start();
    }

    @AfterAll
    void end() {
        if (server != null) {
            stop(server);
        }
    }

    @BeforeEach
    void takeATopic() {
        topic = new Topic();
    }

    @Test
    void everyConflictIsSuccessAndToldApartAndTheHighestVersionStays() {
        try (ConnectTask task = start(Map.of())) {
            task.deliver(List.of(topic.product("p1", 5))).awaitAll();
            task.deliver(List.of(topic.product("p1", 5))).awaitAll();
            task.deliver(List.of(topic.product("p1", 4))).awaitAll();
            task.deliver(List.of(topic.tombstone("p1", 9L), topic.tombstone("never", 9L)))
                    .awaitAll();
            task.deliver(List.of(topic.product("p1", 8), topic.product("never", 8), topic.product("p2", 1)))
                    .awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(4);
            assertThat(task.count(Outcome.DUPLICATE)).isEqualTo(1);
            assertThat(task.count(Outcome.STALE)).isEqualTo(3);
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(server.document(topic.name(), "p1").path("found").asBoolean(true))
                .isFalse();
        assertThat(server.count(topic.name())).isEqualTo(1);
    }

    @Test
    void badRecordsAreRejectedAloneWhateverTheServerCallsTheirFault() {
        server.ask("PUT", "/" + topic.name(), "{\"mappings\":{\"properties\":{\"stock\":{\"type\":\"long\"}}}}");
        List<SinkRecord> records = List.of(
                topic.product("good-1", 1L, Map.of("stock", 7)),
                topic.product("mapping", 1L, Map.of("stock", "many")),
                topic.product("version", new BigDecimal("9223372036854775808"), Map.of("stock", 1)),
                topic.product("x".repeat(600), 1L, Map.of("stock", 1)),
                topic.product("json", 1L, "{\"stock\": "),
                topic.product("good-2", 1L, Map.of("stock", 9)));
        try (ConnectTask task = start(Map.of("linger.ms", "100"))) {
            task.deliver(records).awaitAll();
            assertThat(task.deadLetters()).hasSize(4);
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(2);
        }
        assertThat(server.count(topic.name())).isEqualTo(2);
    }

    @Test
    void aMissingIndexIsMadeWithTheMarkALongMemoryOfDeletesAndTheFieldsOfTheSchema() {
        Struct order = new Struct(ORDER)
                .put("name", "Pan")
                .put("price", new BigDecimal("12345678901234567.89"))
                .put("at", Date.from(Instant.parse("2026-11-30T10:00:00.120Z")))
                .put("opens", Date.from(Instant.parse("1970-01-01T10:00:00Z")))
                .put("picture", new byte[] {1, 2})
                .put("lines", List.of(new Struct(LINE).put("sku", "a").put("count", (short) 2)))
                .put("names", Map.of("de", "Pfanne"))
                .put("byNumber", Map.of(7, "seven"));
        SinkRecord first = new SinkRecord(topic.name(), 0, null, "p1", ORDER, order, 0);
        try (ConnectTask task = start(Map.of("version.from", "offset", "index.settings", "{\"number_of_shards\":2}"))) {
            task.deliver(List.of(first)).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
        JsonNode index = index(topic.name());
        assertThat(mark(topic.name())).isEqualTo("offset");
        assertThat(index.at("/settings/index/gc_deletes").asText()).isEqualTo("3600000ms");
        assertThat(index.at("/settings/index/number_of_shards").asText()).isEqualTo("2");
        JsonNode fields = index.at("/mappings/properties");
        assertThat(fields.at("/name/fields/keyword/type").asText()).isEqualTo("keyword");
        assertThat(fields.at("/price/type").asText()).isEqualTo("double");
        assertThat(fields.at("/at/type").asText()).isEqualTo("date");
        assertThat(fields.at("/picture/type").asText()).isEqualTo("binary");
        assertThat(fields.at("/lines/properties/count/type").asText()).isEqualTo("short");
        assertThat(fields.at("/byNumber/properties/key/type").asText()).isEqualTo("integer");
        assertThat(server.text("/" + topic.name() + "/_source/p1")).contains("12345678901234567.89");
    }

    @Test
    void aGivenMappingIsTakenAndItsMetaIsKept() {
        String mapping = "{\"_meta\":{\"owner\":\"search\"},\"properties\":{\"name\":{\"type\":\"keyword\"}}}";
        try (ConnectTask task = start(Map.of("index.mapping", mapping))) {
            task.deliver(List.of(topic.product("p1", 1))).awaitAll();
        }
        assertThat(index(topic.name()).at("/mappings/properties/name/type").asText())
                .isEqualTo("keyword");
        assertThat(index(topic.name()).at("/mappings/_meta/owner").asText()).isEqualTo("search");
        assertThat(mark(topic.name())).isEqualTo("header.version");
    }

    @Test
    void theEntriesOfOthersInMetaSurviveAndTwoTasksMayMarkAtOnce() {
        server.ask(
                "PUT",
                "/" + topic.name(),
                "{\"mappings\":{\"_meta\":{\"owner\":{\"team\":\"search\",\"weight\":1.50}},\"properties\":"
                        + "{\"name\":{\"type\":\"keyword\"}}}}");
        List<ConnectTask> tasks =
                IntStream.range(0, 4).mapToObj(i -> start(Map.of())).toList();
        tasks.forEach(task -> task.deliver(List.of(topic.product("p1", 1))));
        tasks.forEach(ConnectTask::awaitAll);
        tasks.forEach(ConnectTask::close);
        assertThat(mark(topic.name())).isEqualTo("header.version");
        JsonNode mapping = index(topic.name()).at("/mappings");
        assertThat(mapping.at("/_meta/owner/team").asText()).isEqualTo("search");
        assertThat(mapping.at("/_meta/owner/weight").asDouble()).isEqualTo(1.5);
        assertThat(mapping.at("/properties/name/type").asText()).isEqualTo("keyword");
    }

    @Test
    void versionsOfAnotherSourceAreRefusedUnlessTheChangeIsAccepted() {
        try (ConnectTask task = start(Map.of("version.from", "offset"))) {
            task.deliver(List.of(topic.product("p1", 1))).awaitAll();
        }
        assertThat(problems(Map.of()).get("version.from"))
                .singleElement()
                .asString()
                .contains(topic.name(), "'offset'", "'header.version'", "behavior.on.version.source.change");
        Map<String, String> named = Map.of("index.name.format", "${header.index}");
        try (ConnectTask task = start(named)) {
            task.deliver(List.of(bound(topic.product("p1", 7)))).awaitStop();
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(server.versionOf(topic.name(), "p1")).isZero();
        try (ConnectTask task = start(Map.of("behavior.on.version.source.change", "accept"))) {
            task.deliver(List.of(topic.product("p1", 7))).awaitAll();
        }
        assertThat(mark(topic.name())).isEqualTo("header.version");
        assertThat(server.versionOf(topic.name(), "p1")).isEqualTo(7);
        assertThat(problems(Map.of())).isEmpty();
        assertThat(problems(Map.of("version.from", "", "external.version.header", "version")))
                .isEmpty();
    }

    @Test
    void anAliasOfTwoIndicesIsRefusedAlsoWhereARecordNamesIt() {
        String alias = topic.name();
        server.ask("PUT", "/" + alias + "-1", "{\"aliases\":{\"" + alias + "\":{\"is_write_index\":true}}}");
        assertThat(problems(Map.of())).isEmpty();
        server.ask("PUT", "/" + alias + "-2", "{\"aliases\":{\"" + alias + "\":{}}}");
        assertThat(problems(Map.of()).get("index.name.format").toString()).contains("alias of 2 indices");
        try (ConnectTask task = start(Map.of("index.name.format", "${header.index}"))) {
            task.deliver(List.of(bound(topic.product("p1", 7))));
            assertThat(task.awaitStop()).hasMessageContaining("alias of 2 indices");
        }
        assertThat(server.count(alias)).isZero();
    }

    @Test
    void anAliasThatWasRolledOverIsRefusedAndWritesNothingIntoTheNewIndex() {
        String alias = topic.name();
        server.ask("PUT", "/" + alias + "-000001", "{\"aliases\":{\"" + alias + "\":{\"is_write_index\":true}}}");
        try (ConnectTask task = start(Map.of())) {
            task.deliver(List.of(topic.product("p1", 7))).awaitAll();
        }
        assertThat(server.ask("POST", "/" + alias + "/_rollover", "")
                        .path("rolled_over")
                        .asBoolean())
                .isTrue();
        assertThat(problems(Map.of()).get("index.name.format").toString()).contains("alias of 2 indices");
        try (ConnectTask task = start(Map.of())) {
            task.deliver(List.of(topic.product("p1", 6)));
            assertThat(task.awaitStop()).hasMessageContaining("alias of 2 indices");
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(server.count(alias + "-000002")).isZero();
    }

    @Test
    void bulksOfTwoTasksThatMeetANewIndexAtOnceMakeItOnceAndLoseNothing() {
        Map<String, String> many = Map.of("batch.size", "1", "max.in.flight.requests", "8", "linger.ms", "0");
        Topic other = new Topic();
        String index = topic.name();
        List<ConnectTask> tasks = List.of(start(many), start(with(many, "index.name.format", index)));
        try {
            List<Topic> topics = List.of(topic, other);
            for (int task = 0; task < tasks.size(); task++) {
                int number = task;
                Topic from = topics.get(task);
                tasks.get(task)
                        .deliver(IntStream.range(0, 40)
                                .mapToObj(i -> from.product("p" + number + "-" + i, 1))
                                .toList());
            }
            tasks.forEach(ConnectTask::awaitAll);
            assertThat(tasks).allSatisfy(task -> {
                assertThat(task.deadLetters()).isEmpty();
                assertThat(task.count(Outcome.APPLIED)).isEqualTo(40);
            });
        } finally {
            tasks.forEach(ConnectTask::close);
        }
        assertThat(server.count(index)).isEqualTo(80);
        assertThat(mark(index)).isEqualTo("header.version");
        assertThat(index(index).at("/settings/index/gc_deletes").asText()).isEqualTo("3600000ms");
    }

    @Test
    void aDataStreamIsRefusedAndSoIsATemplateThatWouldMakeOne() {
        String template = "{\"index_patterns\":[\"" + topic.name() + "*\"],\"data_stream\":{},\"priority\":900}";
        assumeThat(server.ask("PUT", "/_index_template/" + topic.name(), template)
                        .path("acknowledged")
                        .asBoolean())
                .isTrue();
        try (ConnectTask task = start(Map.of())) {
            task.deliver(List.of(topic.product("p1", 7)));
            assertThat(task.awaitStop()).hasMessageContaining("data stream");
        }
        assumeThat(server.ask("PUT", "/_data_stream/" + topic.name(), "")
                        .path("acknowledged")
                        .asBoolean())
                .isTrue();
        assertThat(problems(Map.of()).get("index.name.format").toString()).contains("is a data stream");
        try (ConnectTask task = start(Map.of())) {
            task.deliver(List.of(topic.product("p1", 7)));
            assertThat(task.awaitStop()).hasMessageContaining("is a data stream");
        }
    }

    @Test
    void aMissingPipelineIsAProblemOfItsKeyAndAPipelineAndARoutingAreGoneThrough() {
        assertThat(problems(Map.of("pipeline", topic.name()))).containsOnlyKeys("pipeline");
        server.ask("PUT", "/_ingest/pipeline/" + topic.name(), "{\"processors\":[]}");
        Map<String, String> both = Map.of("pipeline", topic.name(), "routing.from", "header.index");
        assertThat(problems(both)).isEmpty();
        try (ConnectTask task = start(both)) {
            task.deliver(List.of(bound(topic.product("p1", 3)), bound(topic.product("p2", 3))))
                    .awaitAll();
            task.deliver(List.of(bound(topic.tombstone("p2", 4L)))).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
        JsonNode routed = server.ask("GET", "/" + topic.name() + "/_doc/p1?routing=" + topic.name(), "");
        assertThat(routed.path("_routing").asText()).isEqualTo(topic.name());
        assertThat(server.count(topic.name())).isEqualTo(1);
    }

    @Test
    void aControlIsTakenAndChangesNothing() throws InterruptedException {
        try (Controls controls = new Controls(server)) {
            controls.toAnIndexThatDoesNotExist();
            controls.toAnIndexAndToItsAlias();
            controls.throughAPipeline();
        }
    }

    @Test
    void aReindexWithExternalVersionsKeepsTheGuard() {
        try (ConnectTask task = start(Map.of())) {
            task.deliver(List.of(topic.product("p1", 7))).awaitAll();
        }
        server.ask("POST", "/" + topic.name() + "/_refresh", "");
        JsonNode copied = server.ask(
                "POST",
                "/_reindex?refresh=true",
                "{\"source\":{\"index\":\"" + topic.name() + "\"},\"dest\":{\"index\":\"" + topic.name()
                        + "-new\",\"version_type\":\"external\"}}");
        assumeThat(copied.path("created").asInt()).isEqualTo(1);
        try (ConnectTask task = start(Map.of("index.name.format", topic.name() + "-new"))) {
            task.deliver(List.of(topic.product("p1", 6))).awaitAll();
            assertThat(task.count(Outcome.STALE)).isEqualTo(1);
        }
        assertThat(server.versionOf(topic.name() + "-new", "p1")).isEqualTo(7);
    }

    private SinkRecord bound(SinkRecord record) {
        record.headers().addString("index", topic.name());
        return record;
    }

    private static Map<String, String> with(Map<String, String> config, String key, String value) {
        Map<String, String> changed = new HashMap<>(config);
        changed.put(key, value);
        return changed;
    }

    private ConnectTask start(Map<String, String> changes) {
        return ConnectTask.start(server.url(), changes);
    }

    private JsonNode index(String name) {
        return server.ask("GET", "/" + name, "").path(name);
    }

    private String mark(String index) {
        return index(index).at("/mappings/_meta/effectively-once/version.from").asText();
    }

    private Map<String, List<String>> problems(Map<String, String> changes) {
        Map<String, String> config = new HashMap<>(Map.of(
                "name",
                "products",
                "topics",
                topic.name(),
                "connection.url",
                server.url(),
                "version.from",
                "header.version"));
        config.putAll(changes);
        return new VersionedElasticsearchSinkConnector()
                .validate(config).configValues().stream()
                        .filter(value -> !value.errorMessages().isEmpty())
                        .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
    }
}
