package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.RowEvents.put;
import static io.effectivelyonce.jdbc.RowEvents.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Values of structs and maps, as one row alone and as one of many, arrive as the column's type has them. */
class TableTypesIT {
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

    private static SinkSetup upserts() {
        return SinkSetup.rows(postgres)
                .set("insert.mode", "upsert")
                .set("pk.mode", "record_key")
                .set("pk.fields", "id")
                .set("connection.options", "-c TimeZone=Asia/Kolkata -c DateStyle=German");
    }

    /** A struct under construction. */
    private static final class Fields {
        private final SchemaBuilder schema = SchemaBuilder.struct();
        private final Map<String, Object> values = new LinkedHashMap<>();

        Fields add(String name, Schema type, Object value) {
            schema.field(name, type);
            values.put(name, value);
            return this;
        }

        Struct struct() {
            Struct struct = new Struct(schema.build());
            values.forEach(struct::put);
            return struct;
        }
    }

    private static Schema named(String name, SchemaBuilder type) {
        return type.name(name).optional().build();
    }

    private static Struct variableScale(String number) {
        BigDecimal decimal = new BigDecimal(number);
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.data.VariableScaleDecimal")
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA)
                .build();
        return new Struct(schema)
                .put("scale", decimal.scale())
                .put("value", decimal.unscaledValue().toByteArray());
    }

    private static Struct union(String name, String branch, Schema type, Object value) {
        Schema schema = SchemaBuilder.struct()
                .name(name)
                .field("other", Schema.OPTIONAL_INT64_SCHEMA)
                .field(branch, type)
                .build();
        return new Struct(schema).put(branch, value);
    }

    private static Struct everything() {
        Instant instant = Instant.parse("2026-03-29T01:30:00.123Z");
        long micros = 1_774_747_800_123_456L;
        Schema inner = SchemaBuilder.struct().field("x", Schema.INT32_SCHEMA).build();
        Schema point = SchemaBuilder.struct()
                .name("io.debezium.data.geometry.Point")
                .field("x", Schema.FLOAT64_SCHEMA)
                .field("y", Schema.FLOAT64_SCHEMA)
                .build();
        return new Fields()
                .add("i8", Schema.INT8_SCHEMA, (byte) -8)
                .add("i64", Schema.INT64_SCHEMA, Long.MIN_VALUE)
                .add("f64", Schema.FLOAT64_SCHEMA, 0.1)
                .add("yes", Schema.BOOLEAN_SCHEMA, true)
                .add("txt", Schema.STRING_SCHEMA, "it's \"{a,b}\" \\ ☃ NULL")
                .add("raw", Schema.BYTES_SCHEMA, ByteBuffer.wrap(new byte[] {0, (byte) 0xff}))
                .add("dec", Decimal.schema(18), new BigDecimal("12345678901234567890.123456789012345678"))
                .add("day", org.apache.kafka.connect.data.Date.SCHEMA, Date.from(Instant.parse("2026-02-28T00:00:00Z")))
                .add("clock", Time.SCHEMA, Date.from(Instant.ofEpochMilli(3_600_001)))
                .add("instant", Timestamp.SCHEMA, Date.from(instant))
                .add("d_day", named("io.debezium.time.Date", SchemaBuilder.int32()), -719_529)
                .add("d_time", named("io.debezium.time.MicroTime", SchemaBuilder.int64()), 86_400_000_000L)
                .add("d_ms", named("io.debezium.time.Timestamp", SchemaBuilder.int64()), instant.toEpochMilli())
                .add("d_us", named("io.debezium.time.MicroTimestamp", SchemaBuilder.int64()), micros)
                .add("d_ns", named("io.debezium.time.NanoTimestamp", SchemaBuilder.int64()), micros * 1000)
                .add(
                        "d_zoned",
                        named("io.debezium.time.ZonedTimestamp", SchemaBuilder.string()),
                        "2026-03-29T03:30:00.5+02:00")
                .add("d_while", named("io.debezium.time.MicroDuration", SchemaBuilder.int64()), 90_061_000_001L)
                .add("d_interval", named("io.debezium.time.Interval", SchemaBuilder.string()), "P1Y2M3DT4H5M6.5S")
                .add("d_year", named("io.debezium.time.Year", SchemaBuilder.int32()), 2026)
                .add("d_json", named("io.debezium.data.Json", SchemaBuilder.string()), "{\"a\": [1, null]}")
                .add(
                        "d_uuid",
                        named("io.debezium.data.Uuid", SchemaBuilder.string()),
                        "3F2504E0-4F89-41D3-9A0C-0305E82C3301")
                .add("d_enum", named("io.debezium.data.Enum", SchemaBuilder.string()), "sad")
                .add("d_set", named("io.debezium.data.EnumSet", SchemaBuilder.string()), "sad,it's ok")
                .add(
                        "d_bits",
                        SchemaBuilder.bytes()
                                .name("io.debezium.data.Bits")
                                .parameter("length", "10")
                                .build(),
                        new byte[] {0b0000_0101, 0b10})
                .add("d_dec", variableScale("1").schema(), variableScale("-98765432109876543210.0123456789"))
                .add("d_point", point, new Struct(point).put("x", 1.5).put("y", -2.0))
                .add(
                        "tags",
                        SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build(),
                        Arrays.asList("a,b", null, "\"c\\"))
                .add("nested", inner, new Struct(inner).put("x", 7))
                .add(
                        "items",
                        SchemaBuilder.array(inner).build(),
                        List.of(new Struct(inner).put("x", 1), new Struct(inner).put("x", 2)))
                .add(
                        "bag",
                        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA)
                                .build(),
                        Map.of("k", 1))
                .struct();
    }

    private static final String ARRIVED = "-8 -9223372036854775808 0.1 t it's \"{a,b}\" \\ ☃ NULL \\x00ff"
            + " 12345678901234567890.123456789012345678 2026-02-28 01:00:00.001 2026-03-29 01:30:00.123+00"
            + " 0002-12-31 BC 24:00:00 2026-03-29 01:30:00.123 2026-03-29 01:30:00.123456 2026-03-29 01:30:00.123456"
            + " 2026-03-29 01:30:00.5+00 25:01:01.000001 1 year 2 mons 3 days 04:05:06.5 2026 {\"a\": [1, null]}"
            + " 3f2504e0-4f89-41d3-9a0c-0305e82c3301 sad";

    private static final String BOTH =
            "SELECT concat_ws(' ', i8, i64, f64, yes, txt, raw, dec, day, clock, instant, d_day,"
                    + " d_time, d_ms, d_us, d_ns, d_zoned, d_while, d_interval, d_year, d_json, d_uuid, d_enum)";

    @Test
    void aTableThatIsCreatedKeepsEverythingThatCame() {
        try (TaskRun task = upserts().set("auto.create", "true").start()) {
            task.write(put(0, 1, everything()));
            task.write(put(1, 2, everything()), put(2, 3, everything()));
            assertThat(task.letters()).isEmpty();
        }
        postgres.run("ALTER DATABASE " + postgres.name() + " SET TimeZone = 'UTC'");
        assertThat(postgres.rows(BOTH + " FROM orders")).containsExactly(ARRIVED, ARRIVED, ARRIVED);
        assertThat(postgres.rows(
                        "SELECT DISTINCT concat_ws(' ', d_set, d_bits, d_dec, d_point, tags, nested, items, bag)"
                                + " FROM orders"))
                .containsExactly("sad,it's ok 1000000101 -98765432109876543210.0123456789 {\"x\": 1.5, \"y\": -2.0}"
                        + " {\"a,b\",NULL,\"\\\"c\\\\\"} {\"x\": 7} [{\"x\": 1}, {\"x\": 2}] {\"k\": 1}");
        assertThat(postgres.rows(
                        "SELECT string_agg(format_type(atttypid, atttypmod), ',' ORDER BY attnum) FROM pg_attribute"
                                + " WHERE attrelid = 'orders'::regclass AND attnum > 0"))
                .containsExactly("integer,smallint,bigint,double precision,boolean,text,bytea,numeric,date,"
                        + "time without time zone,timestamp with time zone,date,time without time zone,"
                        + "timestamp without time zone,timestamp without time zone,timestamp without time zone,"
                        + "timestamp with time zone,interval,interval,integer,jsonb,uuid,text,text,bit varying,numeric,jsonb,"
                        + "text[],jsonb,jsonb,jsonb");
    }

    @Test
    void aTableOfTheUsersOwnDecidesByItsTypes() {
        postgres.run("""
                CREATE EXTENSION hstore; CREATE TYPE mood AS ENUM ('sad', 'it''s ok');
                CREATE DOMAIN short AS varchar(40) CHECK (VALUE <> '');
                CREATE TABLE orders (id int PRIMARY KEY, i8 int, i64 numeric, f64 real, yes bit, txt short, raw bytea,
                    dec numeric(38,18), day timestamp, clock interval, instant timestamp, d_day timestamptz, d_time interval,
                    d_ms bigint, d_us timestamptz, d_ns timestamptz(3), d_zoned text, d_while bigint, d_interval text,
                    d_year text, d_json json, d_uuid text, d_enum mood, d_set mood[], d_bits bit(10), d_dec numeric(40,4),
                    d_point point, tags varchar(5)[], nested text, items jsonb[], bag hstore)""");
        for (int many : List.of(1, 3)) {
            postgres.run("TRUNCATE orders");
            try (TaskRun task = upserts().set("dedupe.consumer", "c" + many).start()) {
                task.write(IntStream.range(0, many)
                        .mapToObj(n -> put(n, n, everything()))
                        .toList());
                assertThat(task.letters()).isEmpty();
            }
            postgres.run("ALTER DATABASE " + postgres.name() + " SET TimeZone = 'UTC'");
            assertThat(postgres.rows(
                            "SELECT DISTINCT concat_ws('|', yes, day, clock, instant, d_day, d_time, d_ms, d_us, d_ns,"
                                    + " d_zoned, d_while, d_interval, d_year, d_json, d_uuid, d_enum, d_set, d_bits, d_dec, d_point,"
                                    + " tags, nested, items, bag) FROM orders"))
                    .containsExactly(
                            "1|2026-02-28 00:00:00|01:00:00.001|2026-03-29 01:30:00.123|0002-12-31 00:00:00+00 BC|"
                                    + "24:00:00|1774747800123|2026-03-29 01:30:00.123456+00|2026-03-29 01:30:00.123+00|"
                                    + "2026-03-29T03:30:00.5+02:00|90061000001|P1Y2M3DT4H5M6.5S|2026|{\"a\": [1, null]}|"
                                    + "3F2504E0-4F89-41D3-9A0C-0305E82C3301|sad|{sad,\"it's ok\"}|1000000101|"
                                    + "-98765432109876543210.0123|(1.5,-2)|{\"a,b\",NULL,\"\\\"c\\\\\"}|{\"x\":7}|"
                                    + "{\"{\\\"x\\\": 1}\",\"{\\\"x\\\": 2}\"}|\"k\"=>\"1\"");
        }
    }

    @Test
    void unionsAreWhatTheyHold() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, avro text, proto numeric, doc jsonb)");
        Struct avro = union("io.confluent.connect.avro.Union", "string", Schema.OPTIONAL_STRING_SCHEMA, "a");
        Struct proto = union(
                "io.confluent.connect.protobuf.Union",
                "dec",
                Decimal.builder(2).optional().build(),
                new BigDecimal(BigInteger.TEN, 2));
        try (TaskRun task = upserts().start()) {
            task.write(put(
                    0,
                    1,
                    new Fields()
                            .add("avro", avro.schema(), avro)
                            .add("proto", proto.schema(), proto)
                            .add("doc", avro.schema(), avro)
                            .struct()));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT avro, proto, doc->>'string' FROM orders"))
                .containsExactly("a 0.10 a");
    }

    @Test
    void schemalessValuesAndTheirNestedOnes() {
        postgres.run(
                "CREATE EXTENSION citext; CREATE TYPE mood AS ENUM ('ok', 'it''s'); CREATE TABLE orders (id uuid PRIMARY KEY,"
                        + " e mood, c citext, i inet, t text[], n numeric(38,18), z timestamptz, d jsonb, s text)");
        String id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
        Map<String, Object> row = value(
                "e",
                "it's",
                "c",
                "MiX",
                "i",
                "::1",
                "t",
                Arrays.asList("{", null, "\\"),
                "n",
                "1e-18",
                "z",
                "2026-11-30T21:00:00.123456Z",
                "d",
                Map.of("a", List.of(1, Map.of("b", "x"))),
                "s",
                "'; -- $1 ? {}");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, id, row), put(1, "3f2504e0-4f89-41d3-9a0c-0305e82c3302", row));
            assertThat(task.letters()).isEmpty();
        }
        postgres.run("ALTER DATABASE " + postgres.name() + " SET TimeZone = 'UTC'");
        assertThat(postgres.rows("SELECT DISTINCT e, c, i, t, n, z, d, s FROM orders"))
                .containsExactly("it's MiX ::1 {\"{\",NULL,\"\\\\\"} 0.000000000000000001 2026-11-30 21:00:00.123456+00"
                        + " {\"a\": [1, {\"b\": \"x\"}]} '; -- $1 ? {}");
    }
}
