package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingIT {
    private static RealPostgres postgres;

    @BeforeAll
    static void start() {
        postgres = RealPostgres.start();
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void database() {
        postgres.newDatabase();
    }

    private static SinkSetup one(String sql) {
        return SinkSetup.payments(postgres)
                .set("statements", "one")
                .set("statements.one.sql", sql)
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in");
    }

    private static void write(SinkSetup setup, SinkRecord... records) {
        try (TaskRun task = setup.start()) {
            task.write(records);
            assertThat(task.letters()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "jsonb|{\"a\": \"x'y\\\\z\", \"b\": [1, null]}",
                "uuid|3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                "mood|it's \"ok\" {here}",
                "citext|MiXeD",
                "inet|192.168.0.0/24",
                "int4range|[1,10)",
                "text[]|{\"a,b\",NULL,\"c\\\"d\\\\e\",ünï}",
                "numeric(38,18)|12345678901234567890.123456789012345678",
                "timestamptz|2026-11-30 21:00:00.123456+00",
                "date|2026-02-28",
                "interval|1 day 02:03:04",
                "text|'; DROP TABLE held; -- :value $1 ? {} \\",
                "bytea|\\xdeadbeef",
                "boolean|t",
                "smallint|-7",
                "double precision|0.1",
                "app.\"Odd Type\"|x"
            })
    void aTextArrivesAsTheColumnsTypeSpellsIt(String type, String text) {
        postgres.run("CREATE SCHEMA app; CREATE TYPE app.\"Odd Type\" AS ENUM ('x', 'y')");
        postgres.run("CREATE TYPE mood AS ENUM ('it''s \"ok\" {here}', 'bad'); CREATE EXTENSION citext");
        postgres.run("CREATE TABLE held (no int, v " + type + ")");
        Map<String, Object> nothing = new HashMap<>();
        nothing.put("no", 2);
        nothing.put("v", null);
        write(
                one("INSERT INTO held VALUES (:no, :v)").set("statements.one.may.be.missing", "v"),
                event(0, id(1), "X", Map.of("no", 1, "v", text)),
                event(1, id(2), "X", nothing),
                event(2, id(3), "X", Map.of("no", 3)));
        assertThat(postgres.rows("SELECT no, v::text IS NULL FROM held ORDER BY no"))
                .containsExactly("1 f", "2 t", "3 t");
        assertThat(postgres.rows("SELECT v::text FROM held WHERE no = 1"))
                .containsExactly(type.equals("boolean") ? "true" : text);
    }

    @Test
    void valuesOfStructsAndMapsArriveWithEveryDigit() {
        postgres.run("""
                CREATE TABLE held (small smallint, big numeric, price numeric(38,18), at timestamptz, raw bytea, tags text[],
                                   matrix int[], doc jsonb, whole json, ms timestamptz, ms_number bigint, yes boolean)""");
        Schema schema = SchemaBuilder.struct()
                .field("small", Schema.INT8_SCHEMA)
                .field("big", Schema.INT64_SCHEMA)
                .field("price", Decimal.schema(18))
                .field("at", Timestamp.SCHEMA)
                .field("raw", Schema.BYTES_SCHEMA)
                .field(
                        "tags",
                        SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build())
                .field(
                        "matrix",
                        SchemaBuilder.array(
                                        SchemaBuilder.array(Schema.INT32_SCHEMA).build())
                                .build())
                .field("yes", Schema.BOOLEAN_SCHEMA)
                .build();
        Struct value = new Struct(schema)
                .put("small", (byte) 5)
                .put("big", Long.MAX_VALUE)
                .put("price", new BigDecimal("0.000000000000000001"))
                .put("at", Date.from(Instant.ofEpochMilli(1_700_000_000_123L)))
                .put("raw", new byte[] {0, (byte) 255})
                .put("tags", Arrays.asList("a,\"b\"", null, ""))
                .put("matrix", List.of(List.of(1, 2), List.of(3, 4)))
                .put("yes", true);
        write(one("""
                        INSERT INTO held VALUES (:small, :big, :price, :at, :raw, :tags, :matrix, :value, :value, :timestamp,
                                                 :timestamp, :yes)"""), event(0, id(1), "X", value));
        assertThat(postgres.rows("""
                        SELECT small, big, price, at AT TIME ZONE 'UTC', raw, tags, matrix, doc->'price', whole->>'raw',
                               ms AT TIME ZONE 'UTC', ms_number, yes FROM held"""))
                .containsExactly("5 9223372036854775807 0.000000000000000001 2023-11-14 22:13:20.123 \\x00ff"
                        + " {\"a,\\\"b\\\"\",NULL,\"\"} {{1,2},{3,4}} 0.000000000000000001 AP8="
                        + " 2023-11-14 22:13:20 1700000000000 t");
    }

    @Test
    void domainsAreSpelledAsTheTypeUnderThem() {
        postgres.run("CREATE SCHEMA app; CREATE DOMAIN app.tags AS text[]; CREATE DOMAIN raw AS bytea;"
                + " CREATE DOMAIN \"Raw 2\" AS raw; CREATE DOMAIN moment AS timestamptz; CREATE DOMAIN doc AS jsonb;"
                + " CREATE TABLE held (tags app.tags, raw raw, raw2 \"Raw 2\", raws raw[], at moment, doc doc)");
        Schema schema = SchemaBuilder.struct()
                .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
                .field("raw", Schema.BYTES_SCHEMA)
                .field("raws", SchemaBuilder.array(Schema.BYTES_SCHEMA).build())
                .field("text", Schema.STRING_SCHEMA)
                .build();
        Struct value = new Struct(schema)
                .put("tags", List.of("a", "b,c"))
                .put("raw", new byte[] {1})
                .put("raws", List.of(new byte[] {2}, new byte[] {3}))
                .put("text", "x");
        write(
                one("INSERT INTO held VALUES (:tags, :raw, :raw, :raws, :timestamp, :value)"),
                event(0, id(1), "X", value));
        assertThat(postgres.rows("SELECT tags, raw, raw2, raws, at AT TIME ZONE 'UTC', doc->>'text' FROM held"))
                .containsExactly("{a,\"b,c\"} \\x01 \\x01 {\"\\\\x02\",\"\\\\x03\"} 2023-11-14 22:13:20 x");
    }

    @ParameterizedTest
    @CsvSource({"UTC,2026-11-30 12:00:00", "Europe/Berlin,2026-11-30 11:00:00"})
    void aTextWithoutAnOffsetIsReadInTheSessionsZoneWhateverTheWorkersIs(String zone, String expected) {
        postgres.run("CREATE TABLE held (at timestamptz)");
        TimeZone workers = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        try {
            SinkSetup setup = one("INSERT INTO held VALUES (:at)");
            write(
                    zone.equals("UTC") ? setup : setup.set("db.timezone", zone),
                    event(0, id(1), "X", Map.of("at", "2026-11-30 12:00:00")));
        } finally {
            TimeZone.setDefault(workers);
        }
        assertThat(postgres.rows("SELECT at AT TIME ZONE 'UTC' FROM held")).containsExactly(expected);
    }

    @Test
    void aValueThatIsNestedTooDeepIsAFaultOfItsRecord() {
        postgres.run("CREATE TABLE held (doc jsonb)");
        Object deep = "x";
        for (int n = 0; n < 2_000; n++) {
            deep = List.of(deep);
        }
        try (TaskRun task = one("INSERT INTO held VALUES (:doc)").start()) {
            task.write(event(0, id(1), "X", Map.of("doc", deep)), event(1, id(2), "X", Map.of("doc", List.of())));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("nested deeper");
        }
        assertThat(postgres.count("held")).isEqualTo(1);
    }

    @Test
    void eachElementOfAnArrayRunsTheStatementInOrder() {
        postgres.run("CREATE TABLE lines (n serial, event uuid, sku text, quantity int, part int)");
        write(
                one("INSERT INTO lines (event, sku, quantity, part)"
                                + " VALUES (:event.id, :item.sku, :item.quantity, :partition)")
                        .set("statements.one.for.each", "value.lines"),
                event(
                        0,
                        id(1),
                        "X",
                        Map.of("lines", List.of(Map.of("sku", "b", "quantity", 2), Map.of("sku", "a", "quantity", 1)))),
                event(1, id(2), "X", Map.of("lines", List.of())));
        assertThat(postgres.rows("SELECT sku, quantity, part FROM lines ORDER BY n"))
                .containsExactly("b 2 0", "a 1 0");
        assertThat(postgres.count("processed_events")).isEqualTo(2);
    }

    @Test
    void operatorsWithQuestionMarksAndFunctionsThatReturnRowsWork() {
        postgres.run("CREATE TABLE docs (doc jsonb, hit boolean); CREATE TABLE calls (n int)");
        postgres.run("CREATE FUNCTION note(n int) RETURNS SETOF int LANGUAGE sql AS 'INSERT INTO calls VALUES (n)"
                + " RETURNING n'");
        postgres.run("CREATE PROCEDURE noted(n int) LANGUAGE sql AS 'INSERT INTO calls VALUES (n)'");
        SinkSetup setup = one("INSERT INTO docs SELECT d, d ?| ARRAY['a', 'b'] FROM (SELECT :value::jsonb AS d) x")
                .set("statements", "one,two,three,four")
                .set("statements.four.sql", "INSERT INTO calls SELECT 9 WHERE :value::jsonb?'a' AND :doc?'k'")
                .set("statements.two.sql", "SELECT note(:n)")
                .set("statements.three.sql", "CALL noted(:n)");
        write(
                setup,
                event(0, id(1), "X", Map.of("a", 1, "n", 4, "doc", Map.of("k", 1))),
                event(1, id(2), "X", Map.of("n", 5, "doc", Map.of("k", 1))));
        assertThat(postgres.rows("SELECT hit FROM docs ORDER BY doc->'n'")).containsExactly("t", "f");
        assertThat(postgres.rows("SELECT n FROM calls")).containsExactly("4", "4", "9", "5", "5");
    }
}
