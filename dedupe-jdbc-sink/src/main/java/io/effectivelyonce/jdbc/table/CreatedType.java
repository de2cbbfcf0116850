package io.effectivelyonce.jdbc.table;

import java.util.Map;
import org.apache.kafka.connect.data.Schema;

/** The type of a column that the sink makes for a field: one that keeps every digit and every instant of what comes. */
final class CreatedType {
    private static final Map<String, String> NAMED = Map.ofEntries(
            Map.entry("org.apache.kafka.connect.data.Decimal", "numeric"),
            Map.entry("org.apache.kafka.connect.data.Date", "date"),
            Map.entry("org.apache.kafka.connect.data.Time", "time"),
            Map.entry("org.apache.kafka.connect.data.Timestamp", "timestamptz"),
            Map.entry("io.debezium.time.Date", "date"),
            Map.entry("io.debezium.time.Time", "time"),
            Map.entry("io.debezium.time.MicroTime", "time"),
            Map.entry("io.debezium.time.NanoTime", "time"),
            Map.entry("io.debezium.time.Timestamp", "timestamp"),
            Map.entry("io.debezium.time.MicroTimestamp", "timestamp"),
            Map.entry("io.debezium.time.NanoTimestamp", "timestamp"),
            Map.entry("io.debezium.time.ZonedTimestamp", "timestamptz"),
            Map.entry("io.debezium.time.ZonedTime", "timetz"),
            Map.entry("io.debezium.time.Interval", "interval"),
            Map.entry("io.debezium.time.MicroDuration", "interval"),
            Map.entry("io.debezium.time.NanoDuration", "interval"),
            Map.entry("io.debezium.data.VariableScaleDecimal", "numeric"),
            Map.entry("io.debezium.data.Json", "jsonb"),
            Map.entry("io.debezium.data.Uuid", "uuid"),
            Map.entry("io.debezium.data.Xml", "xml"),
            Map.entry("io.debezium.data.Bits", "bit varying"));

    private static final Map<Schema.Type, String> PLAIN = Map.of(
            Schema.Type.INT8, "smallint",
            Schema.Type.INT16, "smallint",
            Schema.Type.INT32, "integer",
            Schema.Type.INT64, "bigint",
            Schema.Type.FLOAT32, "real",
            Schema.Type.FLOAT64, "double precision",
            Schema.Type.BOOLEAN, "boolean",
            Schema.Type.STRING, "text",
            Schema.Type.BYTES, "bytea");

    private static final String DOCUMENT = "jsonb";

    private CreatedType() {}

    /** The type as SQL names it. What has an inside becomes a document. */
    static String of(Schema schema) {
        String named = schema.name() == null ? null : NAMED.get(schema.name());
        if (named != null) {
            return named;
        }
        if (schema.type() == Schema.Type.ARRAY) {
            String each = of(schema.valueSchema());
            return each.equals(DOCUMENT) || each.endsWith("[]") ? DOCUMENT : each + "[]";
        }
        return PLAIN.getOrDefault(schema.type(), DOCUMENT);
    }
}
