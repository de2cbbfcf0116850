package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.kafka.connect.sink.SinkRecord;

/** Many runs as one statement leave what the same runs leave one by one: the same rows in the same order, the same faults. */
class SetInsertIT {
    /** Each type with texts that it takes, and behind the bar texts that it doesn't. */
    private static final String[][] COLUMNS = {
        {"a_json", "jsonb", "{\"a\": \"x'y\\\\z\", \"b\": [1, null]}", "null", "[1, 2]", "|", "{"},
        {
            "a_text",
            "text",
            "",
            "NULL",
            "null",
            "a,b",
            "{}",
            "\"",
            "\\",
            "'; --",
            "ünï ☃",
            " x ",
            "line\nbreak",
            "|",
            "\0"
        },
        {"a_uuid", "uuid", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3F2504E04F8941D39A0C0305E82C3301", "|", "nothing"},
        {"an_enum", "mood", "it's \"ok\" {here}", "NULL", "|", "bad"},
        {"an_odd", "app.\"Odd Type\"", "x", "y", "|", "z"},
        {"a_citext", "citext", "MiXeD", "mixed"},
        {"an_inet", "inet", "192.168.0.0/24", "::1", "|", "300.1.1.1"},
        {"a_range", "int4range", "[1,10)", "empty", "|", "[5,1]"},
        {"a_multi", "int4multirange", "{[1,10),[20,30)}"},
        {"a_numeric", "numeric(38,18)", "12345678901234567890.123456789012345678", "1e-19", "NaN", "|", "1e30"},
        {"a_money", "numeric(6,2)", "1.005", "-9999.99", "|", "99999", "a"},
        {"a_time", "timestamptz", "2026-11-30 21:00:00.123456+02", "infinity", "2026-11-30", "|", "2026-02-30"},
        {"a_timestamp", "timestamp(3)", "2026-11-30 21:00:00.1236"},
        {"a_date", "date", "2026-02-28", "|", "2026-02-31"},
        {"an_interval", "interval", "1 day 02:03:04"},
        {"a_varchar", "varchar(5)", "abc", "abc       ", "|", "abcdef"},
        {"a_char", "char(4)", "ab", "abcd  ", "|", "abcde"},
        {"a_byte_char", "\"char\"", "x", ""},
        {"a_name", "name", "n".repeat(70)},
        {"some_bytes", "bytea", "\\xdeadbeef", "", "|", "\\xg0"},
        {"a_bool", "boolean", "t", "off", "yes", "|", "maybe"},
        {"a_small", "smallint", "-7", " 8 ", "|", "40000", "1.5"},
        {"a_double", "double precision", "0.1", "1e300", "-Infinity", "|", "1e400"},
        {"a_real", "real", "0.1"},
        {"some_bits", "bit(3)", "101", "|", "1011"},
        {"more_bits", "varbit", "1011"},
        {"a_point", "point", "(1,2)"},
        {"a_vector", "tsvector", "fat:1 'rat''s':2"},
    };

    private static final int NEVER = Integer.MAX_VALUE;

    private static RealPostgres postgres;

    enum OnConflict {
        FAIL,
        SKIP,
        UPDATE;

        String sql() {
            return switch (this) {
                case FAIL -> "";
                case SKIP -> " ON CONFLICT (id) DO NOTHING";
                case UPDATE ->
                    " ON CONFLICT (id) DO UPDATE SET parent = excluded.parent, a_json = EXCLUDED.a_json,"
                            + " a_varchar = excluded.a_varchar, a_small = excluded.a_small";
            };
        }
    }

    /** What became of a log. */
    record End(List<String> rows, Map<Long, String> letters) {}

    @BeforeContainer
    static void start() {
        postgres = RealPostgres.start();
    }

    @AfterContainer
    static void stop() {
        postgres.close();
    }

    private static String tables() {
        StringBuilder columns = new StringBuilder();
        for (String[] column : COLUMNS) {
            columns.append(", ").append(column[0]).append(' ').append(column[1]);
        }
        return "CREATE EXTENSION citext; CREATE SCHEMA app; CREATE TYPE app.\"Odd Type\" AS ENUM ('x', 'y');"
                + "CREATE TYPE mood AS ENUM ('it''s \"ok\" {here}', 'NULL'); CREATE TABLE parents (id int PRIMARY KEY);"
                + "INSERT INTO parents SELECT generate_series(0, 3);"
                + "CREATE TABLE held (seen serial, id int PRIMARY KEY, parent int REFERENCES parents CHECK (parent <> 3)"
                + columns + ")";
    }

    private static End write(String verb, String onConflict, List<SinkRecord> log) {
        postgres.newDatabase();
        postgres.run(tables());
        StringBuilder names = new StringBuilder("id, parent");
        StringBuilder parameters = new StringBuilder(":id, :parent");
        for (String[] column : COLUMNS) {
            names.append(", ").append(column[0]);
            parameters.append(", :").append(column[0]);
        }
        SinkSetup setup = SinkSetup.payments(postgres)
                .set("statements", "one")
                .set("statements.one.may.be.missing", "*")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .set(
                        "statements.one.sql",
                        verb + " INTO held (" + names + ") VALUES (" + parameters + ")" + onConflict);
        Map<Long, String> letters = new TreeMap<>();
        try (TaskRun task = setup.start()) {
            task.write(log);
            task.letters()
                    .forEach(letter -> letters.put(
                            letter.record().originalKafkaOffset(),
                            letter.reason().getMessage()));
        }
        return new End(postgres.rows("SELECT row(" + names + ")::text FROM held ORDER BY seen"), letters);
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void oneStatementForAllLeavesWhatOneForEachLeaves(
            @ForAll("logs") List<Map<String, Object>> values, @ForAll OnConflict onConflict) {
        List<SinkRecord> log = new ArrayList<>();
        for (Map<String, Object> value : values) {
            log.add(event(log.size(), id(log.size()), "Held", value));
        }
        End together = write("INSERT", onConflict.sql(), log);
        End oneByOne = write("INSERT /* one by one */", onConflict.sql(), log);
        assertThat(together).isEqualTo(oneByOne);
        assertThat(postgres.server().log()).content().contains("SELECT * FROM unnest($1::");
    }

    @Example
    void aCopyForManyLeavesWhatOneForEachLeaves() {
        Random random = new Random(7);
        List<SinkRecord> log = new ArrayList<>();
        for (int i = 0; i < 3 * CopyInsert.FEW; i++) {
            Map<String, Object> value = value(random, NEVER);
            value.put("id", i);
            value.put("parent", i % 3);
            log.add(event(i, id(i), "Held", value));
        }
        Map<String, Object> faulty = value(random, NEVER);
        faulty.put("a_small", "40000");
        log.add(event(log.size(), id(log.size()), "Held", faulty));
        End together = write("INSERT", "", log);
        assertThat(postgres.server().log()).content().contains("COPY held (");
        assertThat(together).isEqualTo(write("INSERT /* one by one */", "", log));
        assertThat(together.rows()).hasSize(3 * CopyInsert.FEW);
        assertThat(together.letters()).hasSize(1);
    }

    @Provide
    Arbitrary<List<Map<String, Object>>> logs() {
        return Arbitraries.randomValue(random -> value(random, 400))
                .list()
                .ofMinSize(2)
                .ofMaxSize(60);
    }

    private static Map<String, Object> value(Random random, int faultOneIn) {
        Map<String, Object> value = new HashMap<>();
        value.put("id", spelt(random, random.nextInt(100)));
        value.put("parent", random.nextInt(40) == 0 ? 3 + random.nextInt(2) : random.nextInt(3));
        for (String[] column : COLUMNS) {
            if (random.nextInt(4) > 0) {
                value.put(column[0], text(random, column, faultOneIn));
            }
        }
        return value;
    }

    /** One number may be written in several ways. */
    private static Object spelt(Random random, int number) {
        return random.nextInt(20) == 0 ? "0" + number : number;
    }

    private static String text(Random random, String[] column, int faultOneIn) {
        int bar = List.of(column).indexOf("|");
        if (bar > 0 && random.nextInt(faultOneIn) == 0) {
            return column[bar + 1 + random.nextInt(column.length - bar - 1)];
        }
        return column[2 + random.nextInt((bar > 0 ? bar : column.length) - 2)];
    }
}
