package io.effectivelyonce.outbox;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/** Columns of outbox tables, each with a type and a value: what is usual for a role, or anything that a connector delivers. */
record DrawnColumns(Draw draw) {
    private static final Schema VARIABLE_SCALE = SchemaBuilder.struct()
            .name("io.debezium.data.VariableScaleDecimal")
            .version(1)
            .field("scale", Schema.INT32_SCHEMA)
            .field("value", Schema.BYTES_SCHEMA)
            .build();
    private static final Schema POINT = SchemaBuilder.struct()
            .name("io.debezium.data.geometry.Point")
            .field("x", Schema.FLOAT64_SCHEMA)
            .field("y", Schema.FLOAT64_SCHEMA)
            .build();

    record Column(Schema schema, Object value) {}

    Column id() {
        return draw.pick(
                new Column(
                        Envelopes.UUID,
                        new java.util.UUID(
                                        draw.random().nextLong(), draw.random().nextLong())
                                .toString()),
                new Column(Schema.INT64_SCHEMA, draw.random().nextLong()),
                new Column(Schema.INT32_SCHEMA, draw.random().nextInt()),
                text(draw.pick("007", "evt-1", "01H8XGJWBWBAQ4Z4Z4Z4Z4Z4Z4")));
    }

    Column route() {
        return text(
                draw.chance(10)
                        ? draw.pick("ord er", "a/b", "", "line\nbreak", "$1", "\\", "..")
                        : draw.pick("Order", "Order", "Customer", "a-b", "ab", "rrr"));
    }

    Column time() {
        long millis = 1_600_000_000_000L + draw.random().nextInt();
        return draw.pick(
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.Timestamp"), millis),
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"), millis * 1_000 + 7),
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp"), millis * 1_000_000 + 7),
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.Timestamp"), null));
    }

    Column payload() {
        String document = JsonDocuments.draw(draw.random()).toString();
        if (!document.contains("[")) { // arrays are the matter of SameExpansionTest
            return new Column(Envelopes.JSON, document);
        }
        Object text = draw.pick(
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
        return draw.pick(
                new Column(Envelopes.JSON, text),
                new Column(Schema.OPTIONAL_STRING_SCHEMA, text),
                new Column(Schema.OPTIONAL_BYTES_SCHEMA, draw.pick(new byte[0], new byte[] {1, 2}, null)),
                new Column(
                        Schema.BYTES_SCHEMA,
                        ByteBuffer.wrap(new byte[] {9, 1, 2}, 1, draw.random().nextInt(3))));
    }

    Column text(String value) {
        return new Column(draw.pick(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA), value);
    }

    /** A column of any type, often null, sometimes with a default. */
    Column anything() {
        Column column = required();
        if (draw.chance(4)) {
            return new Column(optional(column.schema()), null);
        }
        return column;
    }

    private Column required() {
        return draw.pick(
                new Column(Schema.STRING_SCHEMA, draw.pick("x", "", "12", "2024-01-02", "uid")),
                new Column(Schema.INT8_SCHEMA, (byte) 7),
                new Column(Schema.INT16_SCHEMA, (short) -7),
                new Column(Schema.INT32_SCHEMA, draw.pick(0, 5, -1, Integer.MAX_VALUE)),
                new Column(Schema.INT64_SCHEMA, draw.pick(0L, 5L, -1L, Long.MAX_VALUE)),
                new Column(Schema.FLOAT32_SCHEMA, 1.5f),
                new Column(Schema.FLOAT64_SCHEMA, draw.pick(2d, 2.5d, Double.NaN)),
                new Column(Schema.BOOLEAN_SCHEMA, true),
                new Column(Schema.BYTES_SCHEMA, draw.pick(new byte[0], new byte[] {1, 2, 3})),
                new Column(SchemaBuilder.int32().defaultValue(4).build(), 5),
                new Column(
                        SchemaBuilder.string()
                                .optional()
                                .defaultValue("by default")
                                .build(),
                        null),
                new Column(Decimal.schema(2), new BigDecimal(draw.pick("1.50", "3.00", "-1.00"))),
                new Column(Timestamp.SCHEMA, Date.from(Instant.ofEpochMilli(1_600_000_000_000L))),
                new Column(
                        named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"),
                        "2024-01-02T03:04:05.678901Z"),
                new Column(named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"), draw.pick(-5_000L, -5L)),
                new Column(named(SchemaBuilder.int32(), "io.debezium.time.Date"), 19_000),
                new Column(
                        named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp"), draw.pick(7L, Long.MIN_VALUE)),
                new Column(named(SchemaBuilder.string(), "io.debezium.data.Enum"), "PAID"),
                new Column(named(SchemaBuilder.bytes(), "io.debezium.data.Bits"), new byte[] {5}),
                new Column(Schema.BYTES_SCHEMA, ByteBuffer.wrap(new byte[] {9, 8, 7, 6}, 1, 2)),
                variableScale(draw.pick("7", "-1", "2.50", "0")),
                new Column(POINT, new Struct(POINT).put("x", 1.5).put("y", Double.NaN)),
                new Column(SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build(), Arrays.asList("a", null)),
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
            case STRUCT -> {
                SchemaBuilder struct = SchemaBuilder.struct();
                schema.fields().forEach(field -> struct.field(field.name(), field.schema()));
                yield struct;
            }
            case MAP -> SchemaBuilder.map(schema.keySchema(), schema.valueSchema());
            default -> SchemaBuilder.type(schema.type());
        };
        builder.optional().name(schema.name()).version(schema.version());
        if (schema.parameters() != null) {
            builder.parameters(schema.parameters());
        }
        return builder.build();
    }

    private static Column variableScale(String number) {
        BigDecimal decimal = new BigDecimal(number);
        return new Column(
                VARIABLE_SCALE,
                new Struct(VARIABLE_SCALE)
                        .put("scale", decimal.scale())
                        .put("value", decimal.unscaledValue().toByteArray()));
    }
}
