package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.transforms.outbox.EventRouter;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;

/** Change events in the form that Debezium's MySQL connector documents: no schemas in the database, ids as BINARY(16). */
class MySqlTest {
    private static final byte[] ID = {
        0x3f, 0x6c, 0x2a, 0x1e, 0x7f, 0x60, 0x4b, 0x3e, (byte) 0x9d, 0x58, 0x0b, 0x7b, (byte) 0x8f, 0x6f, 0x0a, 0x11
    };

    private static final Schema SOURCE = SchemaBuilder.struct()
            .name("io.debezium.connector.mysql.Source")
            .field("version", Schema.STRING_SCHEMA)
            .field("connector", Schema.STRING_SCHEMA)
            .field("name", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.INT64_SCHEMA)
            .field(
                    "snapshot",
                    SchemaBuilder.string().optional().defaultValue("false").build())
            .field("db", Schema.STRING_SCHEMA)
            .field("sequence", Schema.OPTIONAL_STRING_SCHEMA)
            .field("ts_us", Schema.OPTIONAL_INT64_SCHEMA)
            .field("ts_ns", Schema.OPTIONAL_INT64_SCHEMA)
            .field("table", Schema.OPTIONAL_STRING_SCHEMA)
            .field("server_id", Schema.INT64_SCHEMA)
            .field("gtid", Schema.OPTIONAL_STRING_SCHEMA)
            .field("file", Schema.STRING_SCHEMA)
            .field("pos", Schema.INT64_SCHEMA)
            .field("row", Schema.INT32_SCHEMA)
            .field("thread", Schema.OPTIONAL_INT64_SCHEMA)
            .field("query", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private static final Schema ROW = SchemaBuilder.struct()
            .name("shop.inventory.outbox.Value")
            .optional()
            .field("id", Schema.BYTES_SCHEMA)
            .field("aggregatetype", Schema.STRING_SCHEMA)
            .field("aggregateid", Schema.STRING_SCHEMA)
            .field("type", Schema.STRING_SCHEMA)
            .field("version", Schema.INT64_SCHEMA)
            .field(
                    "created",
                    SchemaBuilder.int64()
                            .name("io.debezium.time.MicroTimestamp")
                            .version(1)
                            .build())
            .field(
                    "stored",
                    SchemaBuilder.string()
                            .name("io.debezium.time.ZonedTimestamp")
                            .version(1)
                            .build())
            .field(
                    "payload",
                    SchemaBuilder.string()
                            .name("io.debezium.data.Json")
                            .version(1)
                            .optional()
                            .build())
            .build();

    private static final Schema ENVELOPE = SchemaBuilder.struct()
            .name("shop.inventory.outbox.Envelope")
            .version(2)
            .field("before", ROW)
            .field("after", ROW)
            .field("source", SOURCE)
            .field("op", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
            .field("ts_us", Schema.OPTIONAL_INT64_SCHEMA)
            .field("ts_ns", Schema.OPTIONAL_INT64_SCHEMA)
            .build();

    @Test
    void aRowOfMySqlBecomesTheEventThatEventRouterMakesOfIt() {
        List<Map<String, String>> configurations = List.of(
                Map.of(),
                Map.of("table.field.event.timestamp", "created"),
                Map.of("table.expand.json.payload", "true", "table.fields.additional.placement", "type:envelope"),
                Map.of("table.fields.additional.placement", "type:header:eventType,version:header"));

        assertThat(configurations).allSatisfy(options -> {
            Transformation<SourceRecord> theirs = new EventRouter<>();
            theirs.configure(options);
            Transformation<SourceRecord> ours = new OutboxEventRouter<>();
            ours.configure(options);
            Outcome.Event expected = (Outcome.Event) Outcome.of(theirs, change("c"));
            Outcome.Event actual = (Outcome.Event) Outcome.of(ours, change("c"));

            assertThat(actual.differencesTo(expected)).isEmpty();
        });
    }

    @Test
    void aBinaryIdATimestampAndTheBinaryLogWorkAsElsewhere() {
        SourceRecord event = Routers.configured(
                        "event.id.header",
                        "eventId",
                        "event.id.format",
                        "uuid",
                        "table.field.event.version",
                        "version",
                        "table.field.event.timestamp",
                        "stored",
                        "event.headers.source",
                        "file,pos,gtid",
                        "table.include.list",
                        "inventory.outbox")
                .apply(change("c"));

        assertThat(Events.header(event, "eventId")).isEqualTo(Envelopes.ID);
        assertThat(Events.header(event, "version")).isEqualTo(6L);
        assertThat(Events.header(event, "file")).isEqualTo("binlog.000003");
        assertThat(Events.header(event, "gtid")).isNull();
        assertThat(event.timestamp()).isEqualTo(1_704_164_645_000L);
    }

    @Test
    void tablesAreNamedByTheirDatabase() {
        Transformation<SourceRecord> ofOthers = Routers.configured("table.include.list", "billing.outbox");
        SourceRecord change = change("c");
        SourceRecord tombstone = new SourceRecord(null, null, "t", key(), new Struct(key()).put("id", ID), null, null);

        assertThat(ofOthers.apply(change)).isSameAs(change);
        assertThat(ofOthers.apply(tombstone)).isSameAs(tombstone);
        assertThat(Routers.configured("table.include.list", "inventory.outbox").apply(tombstone))
                .isNull();
        assertThat(Routers.configured().apply(change("d"))).isNull();
    }

    @Test
    void aSchemaChangePasses() {
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.mysql.SchemaChangeValue")
                .field("ddl", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        SourceRecord ddl =
                new SourceRecord(null, null, "shop", schema, new Struct(schema).put("ddl", "create table outbox ()"));

        assertThat(Routers.configured().apply(ddl)).isSameAs(ddl);
    }

    private static Schema key() {
        return SchemaBuilder.struct()
                .name("shop.inventory.outbox.Key")
                .field("id", Schema.BYTES_SCHEMA)
                .build();
    }

    private static SourceRecord change(String op) {
        Struct source = new Struct(SOURCE)
                .put("version", "3.6.1.Final")
                .put("connector", "mysql")
                .put("name", "shop")
                .put("ts_ms", 1_704_164_645_000L)
                .put("db", "inventory")
                .put("table", "outbox")
                .put("server_id", 223_344L)
                .put("file", "binlog.000003")
                .put("pos", 154L)
                .put("row", 0);
        Struct row = new Struct(ROW)
                .put("id", ID)
                .put("aggregatetype", "Order")
                .put("aggregateid", "order-1")
                .put("type", "OrderPaid")
                .put("version", 6L)
                .put("created", 1_704_164_645_678_901L)
                .put("stored", "2024-01-02T03:04:05Z")
                .put("payload", "{\"total\": 3}");
        Struct envelope = new Struct(ENVELOPE)
                .put(op.equals("d") ? "before" : "after", row)
                .put("source", source)
                .put("op", op)
                .put("ts_ms", Envelopes.PROCESSED_AT);
        return new SourceRecord(
                Map.of("server", "shop"),
                Map.of("file", "binlog.000003", "pos", 154L),
                "shop.inventory.outbox",
                null,
                key(),
                new Struct(key()).put("id", ID),
                ENVELOPE,
                envelope);
    }
}
