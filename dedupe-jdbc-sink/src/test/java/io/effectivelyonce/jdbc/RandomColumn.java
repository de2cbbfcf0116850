package io.effectivelyonce.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * A type of columns with some values.
 *
 * @param type as the server names it
 * @param values as records hold them and as the server spells them
 */
record RandomColumn(String type, List<RandomColumn.Spelling> values) {
    private static final List<RandomColumn> ALL = List.of(
            column(
                    "jsonb",
                    text("{\"b\":1,\"a\":[null]}", "{\"a\": [null], \"b\": 1}"),
                    text("\"x'y\\\\z\"", "\"x'y\\\\z\"")),
            column("uuid", text("3F2504E0-4F89-41D3-9A0C-0305E82C3301", "3f2504e0-4f89-41d3-9a0c-0305e82c3301")),
            column("numeric(38,18)", text("-1.5", "-1.500000000000000000"), text("NaN", "NaN")),
            column("inet", text("10.0.0.1/8", "10.0.0.1/8"), text("::1", "::1/128")),
            column("timestamptz", text("2026-11-30T12:00:00.000001+02:00", "2026-11-30 10:00:00.000001+00")),
            column("date", text("2026-02-28", "2026-02-28"), text("infinity", "infinity")),
            column("int4range", text("[1,9]", "[1,10)"), text("empty", "empty")),
            column("mood", text("it's \"ok\" {here}", "it's \"ok\" {here}")),
            column(
                    "text",
                    text("'; DROP TABLE orders; -- ? $1 \\", "'; DROP TABLE orders; -- ? $1 \\"),
                    text("", ""),
                    text("null", "null")),
            column("citext", text("MiXeD ünï ☃", "MiXeD ünï ☃")),
            column("bytea", new Spelling(Schema.OPTIONAL_BYTES_SCHEMA, new byte[] {0, -1}, "\\x00ff")),
            column("boolean", new Spelling(Schema.OPTIONAL_BOOLEAN_SCHEMA, true, "true")),
            column("bigint", new Spelling(Schema.OPTIONAL_INT64_SCHEMA, Long.MIN_VALUE, "-9223372036854775808")),
            column("double precision", new Spelling(Schema.OPTIONAL_FLOAT64_SCHEMA, 0.1, "0.1")),
            column(
                    "text[]",
                    new Spelling(
                            SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA)
                                    .optional()
                                    .build(),
                            Arrays.asList("a,b", null, "c\"d\\e"),
                            "{\"a,b\",NULL,\"c\\\"d\\\\e\"}")));

    /** What such a column needs to be there. */
    static final String TYPES = "CREATE EXTENSION citext; CREATE TYPE mood AS ENUM ('it''s \"ok\" {here}', 'bad');";

    /**
     * A value.
     *
     * @param schema what a record's schema says of it
     * @param value as a record holds it
     * @param spelt as the server shows it
     */
    record Spelling(Schema schema, Object value, String spelt) {
        @Override
        public String toString() {
            return spelt;
        }
    }

    private static RandomColumn column(String type, Spelling... values) {
        return new RandomColumn(type, List.of(values));
    }

    private static Spelling text(String value, String spelt) {
        return new Spelling(Schema.OPTIONAL_STRING_SCHEMA, value, spelt);
    }

    static RandomColumn one(Random random) {
        return ALL.get(random.nextInt(ALL.size()));
    }

    /** What a record's schema says of any of its values. */
    Schema schema() {
        return values.get(0).schema();
    }

    Spelling any(Random random) {
        return values.get(random.nextInt(values.size()));
    }
}
