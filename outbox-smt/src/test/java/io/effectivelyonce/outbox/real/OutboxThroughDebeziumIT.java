package io.effectivelyonce.outbox.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The outbox as a table and as logical messages, from the transaction to what a consumer sees. */
class OutboxThroughDebeziumIT {
    private static final String COLUMNS = """
            (id uuid not null, aggregatetype text not null, aggregateid text not null, type text not null,
             version bigint not null, at timestamptz not null default now(), payload jsonb)""";
    private static final Map<String, String> HEADERS = Map.of(
            "event.id.header", "eventId",
            "event.id.format", "uuid",
            "event.type.header", "eventType",
            "table.field.event.version", "version",
            "table.field.event.timestamp", "at");
    private static final String ID = "3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a1";

    @TempDir
    private static Path folder;

    private static Pipeline pipeline;

    @BeforeAll
    static void start() throws IOException, SQLException {
        pipeline = Pipeline.start(folder);
        pipeline.sql(
                "create table outbox " + COLUMNS,
                "alter table outbox add primary key (id)",
                "create table orders (id int primary key)",
                "create table parted " + COLUMNS + " partition by range (at)",
                "create table parted_2026 partition of parted for values from ('2026-01-01') to ('2027-01-01')",
                "create publication rooted for table parted with (publish = 'insert', publish_via_partition_root = true)");
        Map<String, String> captured = new HashMap<>(HEADERS);
        captured.putAll(Map.of(
                "table.include.list", "public.outbox, public.parted_.*",
                "message.prefix.include.list", "outbox",
                "behavior.on.invalid.row", "quarantine",
                "quarantine.topic", "invalid.rows",
                "event.cloudevents.source", "/shop",
                "event.headers.source", "txId,table:capturedTable"));
        captured.putAll(Map.of(
                "topic.creation.groups", "quarantine",
                "topic.creation.quarantine.include", "invalid\\.rows",
                "topic.creation.quarantine.partitions", "1",
                "topic.creation.quarantine.replication.factor", "1",
                "topic.creation.quarantine.retention.ms", "-1"));
        pipeline.capture(Pipeline.source("shop", "public.outbox,public.orders,public.parted_.*", captured));
        Map<String, String> rooted = new HashMap<>(HEADERS);
        rooted.putAll(Map.of(
                "table.include.list", "public.parted",
                "route.topic.replacement", "rooted.${routedByValue}",
                "publication.autocreate.mode", "disabled"));
        pipeline.capture(Pipeline.source("rooted", "public.parted", rooted));
    }

    @AfterAll
    static void stop() {
        if (pipeline != null) {
            pipeline.close();
        }
    }

    @Test
    void aRowBecomesAnEventWithItsKeyTimeAndHeaders() throws SQLException {
        pipeline.sql(insert("outbox", 1, "Order", "order-1", 7));

        ConsumerRecord<String, String> event = onlyRecord("outbox.event.Order");

        assertThat(event.key()).isEqualTo("order-1");
        assertThat(event.value()).isEqualTo("{\"total\": 3.10}");
        assertThat(event.timestamp()).isEqualTo(1_704_164_645_678L);
        assertThat(header(event, "id")).isEqualTo(ID + 1);
        assertThat(header(event, "eventId")).isEqualTo(ID + 1);
        assertThat(header(event, "eventType")).isEqualTo("OrderPaid");
        assertThat(header(event, "version")).isEqualTo("7");
        assertThat(header(event, "capturedTable")).isEqualTo("outbox");
        assertThat(header(event, "txId")).matches("\\d+");
        assertThat(header(event, "ce_id")).isEqualTo(ID + 1);
        assertThat(header(event, "ce_time")).isEqualTo("2024-01-02T03:04:05.678Z");
    }

    @Test
    void aRowThatIsDeletedInItsTransactionIsStillAnEvent() throws SQLException {
        pipeline.transaction(
                true, insert("outbox", 2, "Shortlived", "order-2", 1), "delete from outbox where id = '" + ID + "2'");

        assertThat(onlyRecord("outbox.event.Shortlived").key()).isEqualTo("order-2");
    }

    @Test
    void rowsOfPartitionsBecomeEventsUnderTheirOwnNameOrThatOfTheRoot() throws SQLException {
        pipeline.sql(insert("parted", 3, "Parted", "order-3", 1).replace("2024-01-02", "2026-01-02"));

        ConsumerRecord<String, String> ofPartition = onlyRecord("outbox.event.Parted");
        ConsumerRecord<String, String> ofRoot = onlyRecord("rooted.Parted");

        assertThat(header(ofPartition, "capturedTable")).isEqualTo("parted_2026");
        assertThat(List.of(ofPartition, ofRoot))
                .allSatisfy(event -> assertThat(header(event, "eventId")).isEqualTo(ID + 3));
    }

    @Test
    void aChangeOfAnotherTablePasses() throws SQLException {
        pipeline.sql("insert into orders values (1)");

        assertThat(onlyRecord("shop.public.orders").value()).startsWith("Struct{");
    }

    @Test
    void aMessageOfACommittedTransactionIsAnEventAndThatOfARolledBackOneIsNot() throws SQLException {
        pipeline.transaction(false, emit(true, "outbox", message(4, "Message", "order-4")));
        pipeline.transaction(
                true,
                "insert into orders values (5)",
                emit(true, "outbox", message(5, "Message", "order-5")),
                emit(true, "heartbeat", "free text"));

        ConsumerRecord<String, String> event = onlyRecord("outbox.event.Message");

        assertThat(event.key()).isEqualTo("order-5");
        assertThat(event.value()).isEqualTo("{\"total\":3.10,  \"big\":12345678901234567890}");
        assertThat(event.timestamp()).isEqualTo(1_704_164_645_678L);
        assertThat(header(event, "eventId")).isEqualTo(ID + 5);
        assertThat(header(event, "version")).isEqualTo("1");
        assertThat(header(event, "ce_subject")).isEqualTo("order-5");
        assertThat(onlyRecord("shop.message").value()).contains("heartbeat");
    }

    @Test
    void whatCanNotBecomeAnEventIsQuarantinedInATopicThatConnectMakes() throws Exception {
        pipeline.transaction(false, emit(false, "outbox", message(6, "Message", "order-6")));
        pipeline.sql(insert("outbox", 7, "no/topic", "order-7", 1), insert("outbox", 8, "Order8", "order-8", -1));

        List<ConsumerRecord<String, String>> invalid = pipeline.records("invalid.rows", 3);

        assertThat(invalid).extracting(ConsumerRecord::key).containsExactly("order-6", "order-7", "order-8");
        assertThat(invalid)
                .extracting(ConsumerRecord::value)
                .containsExactly(
                        "{\"total\":3.10,  \"big\":12345678901234567890}", "{\"total\": 3.10}", "{\"total\": 3.10}");
        assertThat(invalid)
                .extracting(record -> header(record, "outbox.fault.column"))
                .containsExactly("source.txId", "aggregatetype", "version");
        assertThat(header(invalid.get(0), "outbox.fault.reason")).contains("behavior.on.nontransactional.message");
        try (Admin admin = pipeline.admin()) {
            ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "invalid.rows");
            assertThat(admin.describeConfigs(List.of(topic))
                            .all()
                            .get()
                            .get(topic)
                            .get("retention.ms")
                            .value())
                    .isEqualTo("-1");
        }
    }

    @Test
    void whatIsConfiguredWronglyIsToldOnItsKey() {
        Map<String, String> right = Pipeline.source("shop2", "public.outbox", HEADERS);
        Map<String, String> wrong = new HashMap<>(right);
        wrong.put("transforms.outbox.behavior.on.invalid.row", "quarantine");
        wrong.put("transforms.outbox.table.fields.additional.placement", "type:bogus");
        wrong.put("transforms.outbox.route.topic.replacement", "${nobody}");
        wrong.put("transforms.outbox.event.headers.constant", "eventId:x");

        assertThat(pipeline.rest().validate(Pipeline.SOURCE, right)).isEmpty();
        assertThat(pipeline.rest().validate(Pipeline.SOURCE, wrong))
                .containsOnlyKeys(
                        "transforms.outbox.quarantine.topic",
                        "transforms.outbox.table.fields.additional.placement",
                        "transforms.outbox.route.topic.replacement",
                        "transforms.outbox.event.headers.constant",
                        "transforms.outbox.event.id.header");
    }

    private static String insert(String table, int number, String aggregateType, String aggregate, long version) {
        return "insert into %s values ('%s%d', '%s', '%s', 'OrderPaid', %d, '2024-01-02 03:04:05.678+00', '{\"total\":3.10}')"
                .formatted(table, ID, number, aggregateType, aggregate, version);
    }

    private static String message(int number, String aggregateType, String aggregate) {
        return """
                {"id":"%s%d","aggregatetype":"%s","aggregateid":"%s","type":"OrderPaid","version":1,"at":"2024-01-02T03:04:05.678Z",
                "payload":{"total":3.10,  "big":12345678901234567890}}""".formatted(ID, number, aggregateType, aggregate);
    }

    private static String emit(boolean transactional, String prefix, String content) {
        return "select pg_logical_emit_message(%s, '%s', '%s')".formatted(transactional, prefix, content);
    }

    private static ConsumerRecord<String, String> onlyRecord(String topic) {
        return pipeline.records(topic, 1).get(0);
    }

    private static String header(ConsumerRecord<String, String> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
