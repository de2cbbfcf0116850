package io.effectivelyonce.outbox;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.source.SourceRecord;

/** Draws scenarios: mostly sane tables under sane options, with everything odd that a captured database can deliver among them. */
final class Scenarios {
    private static final int RECORDS = 8;

    private final Random random;

    private Scenarios(Random random) {
        this.random = random;
    }

    static Scenario draw(Random random) {
        Scenarios scenarios = new Scenarios(random);
        Map<String, String> options = scenarios.options();
        List<SourceRecord> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            records.add(scenarios.record(options));
        }
        return new Scenario(options, records);
    }

    private Map<String, String> options() {
        Map<String, String> options = new HashMap<>();
        maybe(options, Options.EVENT_ID, "id", "event_id", "id");
        maybe(options, Options.EVENT_KEY, "aggregateid", "type", "type", "number");
        maybe(options, Options.EVENT_PAYLOAD, "payload", "body");
        maybe(options, Options.EVENT_TIMESTAMP, "at", "at", "at", "number");
        maybe(options, Options.EVENT_SCHEMA_VERSION, "version", "version", "number");
        maybe(options, Options.ROUTE_BY, "aggregatetype", "type");
        maybe(options, Options.ROUTE_REGEX, "(?<routedByValue>.*)", "(O.*)", "([a-z]+)-(.+)", "a|ab", ".*?(r+).*");
        if (!options.containsKey(Options.ROUTE_REGEX)) {
            maybe(options, Options.ROUTE_REPLACEMENT, "events.${routedByValue}", "fixed", "$1.events");
        } else if (chance(2)) {
            options.put(Options.ROUTE_REPLACEMENT, pick("fixed", "x\\$y", "t.$0"));
        } else {
            options.put(Options.ROUTE_REPLACEMENT, "fixed");
        }
        maybe(options, Options.TOMBSTONE, "true", "true", "false");
        maybe(options, Options.EXPAND, "true", "TRUE", "false");
        maybe(options, Options.OP_INVALID, "warn", "WARN", "FATAL");
        maybe(options, Options.MISSING, "error", "ignore", "IGNORE");
        if (chance(2)) {
            options.put(Options.PLACEMENT, placements());
        }
        return options;
    }

    private String placements() {
        List<String> items = new ArrayList<>();
        items.add(pick("type:header:eventType", " type : Header ", "id:header", "number:header:n"));
        if (chance(2)) {
            items.add(pick(
                    "number:partition", "version:partition", "at:header", "nowhere:header", "payload:header:copy"));
        }
        if (chance(2)) {
            items.add(pick(
                    "type:envelope:eventType",
                    "aggregateid:ENVELOPE",
                    "number:envelope",
                    chance(4) ? "nowhere:envelope" : "id:envelope:i"));
            items.add(pick("at:envelope", "type:envelope:again", "payload:envelope:raw"));
        }
        return String.join(",", items);
    }

    private SourceRecord record(Map<String, String> options) {
        if (chance(12)) {
            return pick(
                    heartbeat(),
                    Envelopes.row().tombstone(),
                    schemaless(),
                    flattened(),
                    nearlyAnEnvelope(pick("mail.Envelope", "mailEnvelope")),
                    transaction(),
                    schemaChange(),
                    Messages.message("outbox", Messages.ROW));
        }
        Envelopes row = Envelopes.emptyRow()
                .op(chance(8) ? pick("c", "r", "u", "d", "t", "m", "?") : "c")
                .table("public", pick("outbox", "outbox", "orders"))
                .processedAt(chance(30) ? pick(null, -1L, 0L) : Envelopes.PROCESSED_AT + random.nextInt(1000));
        column(row, options.getOrDefault(Options.EVENT_ID, "id"), chance(20) ? anything() : id());
        column(row, "aggregatetype", chance(30) ? anything() : route());
        column(row, "aggregateid", chance(4) ? anything() : text(pick("order-1", "", "ключ", "7")));
        column(row, "type", chance(30) ? anything() : text(pick("OrderPaid", "OrderCancelled", "ab")));
        if (!chance(12)) {
            column(
                    row,
                    "version",
                    chance(10) ? anything() : new Column(Schema.OPTIONAL_INT32_SCHEMA, pick(1, 3, null)));
        }
        if (!chance(12)) {
            column(row, "number", chance(2) ? anything() : new Column(Schema.INT32_SCHEMA, pick(0, 5, -1, 12)));
        }
        if (!chance(12)) {
            column(row, "at", chance(10) ? anything() : time());
        }
        column(row, options.getOrDefault(Options.EVENT_PAYLOAD, "payload"), chance(3) ? anything() : payload());
        if (chance(3)) {
            row.header("__debezium.context.taskId", "0").header(pick("id", "eventType", "other"), "before");
        }
        return row.record();
    }

    private record Column(Schema schema, Object value) {}

    private void column(Envelopes row, String name, Column column) {
        if (!chance(200)) {
            row.with(name, column.schema(), column.value());
        }
    }

    private Column id() {
        return pick(
                new Column(Envelopes.UUID, new java.util.UUID(random.nextLong(), random.nextLong()).toString()),
                new Column(Schema.INT64_SCHEMA, random.nextLong()),
                new Column(Schema.INT32_SCHEMA, random.nextInt()),
                text(pick("007", "evt-1", "01H8XGJWBWBAQ4Z4Z4Z4Z4Z4Z4")));
    }

    private Column route() {
        return text(
                chance(10)
                        ? pick("ord er", "a/b", "", "line\nbreak", "$1", "\\", "..")
                        : pick("Order", "Order", "Customer", "a-b", "ab", "rrr"));
    }

    private Column time() {
        long millis = 1_600_000_000_000L + random.nextInt();
        return pick(
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.Timestamp"), millis),
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"), millis * 1_000 + 7),
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp"), millis * 1_000_000 + 7),
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.Timestamp"), null));
    }

    private Column payload() {
        Object text = pick(
                "{\"total\": 3}",
                "[1]",
                "",
                "  ",
                "text",
                "{\"a\":[{\"b\":\"x\"}],\"n\":null}",
                "{\"a\":[1,2.5]}",
                null,
                "{}",
                "null",
                "\u00a0");
        return pick(
                new Column(Envelopes.JSON, text),
                new Column(Schema.OPTIONAL_STRING_SCHEMA, text),
                new Column(Schema.OPTIONAL_BYTES_SCHEMA, pick(new byte[0], new byte[] {1, 2}, null)),
                new Column(Schema.BYTES_SCHEMA, ByteBuffer.wrap(new byte[] {9, 1, 2}, 1, random.nextInt(3))));
    }

    private Column text(String value) {
        return new Column(pick(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA), value);
    }

    /** A column of any type, often null, sometimes with a default. */
    private Column anything() {
        Column column = required();
        if (chance(4)) {
            return new Column(optional(column.schema()), null);
        }
        return column;
    }

    private Column required() {
        return pick(
                new Column(Schema.STRING_SCHEMA, pick("x", "", "12", "2024-01-02", "uid")),
                new Column(Schema.INT8_SCHEMA, (byte) 7),
                new Column(Schema.INT16_SCHEMA, (short) -7),
                new Column(Schema.INT32_SCHEMA, pick(0, 5, -1, Integer.MAX_VALUE)),
                new Column(Schema.INT64_SCHEMA, pick(0L, 5L, -1L, Long.MAX_VALUE)),
                new Column(Schema.FLOAT32_SCHEMA, 1.5f),
                new Column(Schema.FLOAT64_SCHEMA, pick(2d, 2.5d, Double.NaN)),
                new Column(Schema.BOOLEAN_SCHEMA, true),
                new Column(Schema.BYTES_SCHEMA, pick(new byte[0], new byte[] {1, 2, 3})),
                new Column(SchemaBuilder.int32().defaultValue(4).build(), 5),
                new Column(
                        SchemaBuilder.string()
                                .optional()
                                .defaultValue("by default")
                                .build(),
                        null),
                new Column(Decimal.schema(2), new BigDecimal(pick("1.50", "3.00", "-1.00"))),
                new Column(Timestamp.SCHEMA, Date.from(Instant.ofEpochMilli(1_600_000_000_000L))),
                new Column(
                        named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"),
                        "2024-01-02T03:04:05.678901Z"),
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"), pick(-5_000L, -5L)),
                new Column(named(SchemaBuilder.int32(), "io.debezium.time.Date"), 19_000),
                new Column(SchemaBuilder.array(Schema.INT32_SCHEMA).build(), List.of(1, 2)),
                new Column(
                        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA)
                                .build(),
                        Map.of("a", 1)));
    }

    private static Schema named(SchemaBuilder builder, String name) {
        return builder.name(name).version(1).optional().build();
    }

    private static Schema optional(Schema schema) {
        SchemaBuilder builder = switch (schema.type()) {
            case ARRAY -> SchemaBuilder.array(schema.valueSchema());
            case MAP -> SchemaBuilder.map(schema.keySchema(), schema.valueSchema());
            default -> SchemaBuilder.type(schema.type());
        };
        builder.optional().name(schema.name()).version(schema.version());
        if (schema.parameters() != null) {
            builder.parameters(schema.parameters());
        }
        return builder.build();
    }

    private static SourceRecord heartbeat() {
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.common.Heartbeat")
                .field("ts_ms", Schema.INT64_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("ts_ms", 1L));
    }

    private static SourceRecord transaction() {
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.common.TransactionMetadataValue")
                .field("status", Schema.STRING_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("status", "BEGIN"));
    }

    private static SourceRecord schemaChange() {
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.mysql.SchemaChangeValue")
                .field("ddl", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("ddl", "create table outbox (id int)"));
    }

    private static SourceRecord flattened() {
        Schema schema = SchemaBuilder.struct()
                .name("srv.public.outbox.Value")
                .field("id", Schema.STRING_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("id", "1"));
    }

    /** Has the name of a change event, or almost, and none of its fields. */
    private static SourceRecord nearlyAnEnvelope(String name) {
        Schema schema = SchemaBuilder.struct()
                .name(name)
                .field("to", Schema.STRING_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("to", "x"));
    }

    private static SourceRecord schemaless() {
        return record(null, Map.of("op", "c"));
    }

    private static SourceRecord record(Schema schema, Object value) {
        return new SourceRecord(Map.of(), Map.of(), "other", schema, value);
    }

    private void maybe(Map<String, String> options, String key, String... values) {
        if (chance(6)) {
            options.put(key, pick(values));
        }
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }
}
