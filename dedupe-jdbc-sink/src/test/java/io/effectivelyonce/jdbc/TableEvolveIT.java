package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.RowEvents.put;
import static io.effectivelyonce.jdbc.RowEvents.tombstone;
import static io.effectivelyonce.jdbc.RowEvents.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables that the sink makes, columns that it adds, and tables that somebody else alters meanwhile. */
class TableEvolveIT {
    private static final Schema NARROW =
            SchemaBuilder.struct().field("v", Schema.OPTIONAL_STRING_SCHEMA).build();

    private static final Schema WIDE = SchemaBuilder.struct()
            .field("v", Schema.OPTIONAL_STRING_SCHEMA)
            .field("w", Schema.INT32_SCHEMA)
            .build();

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
                .set("delete.enabled", "true");
    }

    private static Struct narrow(String v) {
        return new Struct(NARROW).put("v", v);
    }

    private static Struct wide(String v, int w) {
        return new Struct(WIDE).put("v", v).put("w", w);
    }

    @Test
    void manyTasksThatStartAtOnceMakeOneTableAndOneColumn() {
        List<TaskRun> tasks = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            tasks.add(upserts()
                    .set("auto.create", "true")
                    .set("auto.evolve", "true")
                    .set("version.from", "offset")
                    .set("version.column", "version")
                    .start());
        }
        for (int n = 0; n < 4; n++) {
            tasks.get(n).put(put(n, n, narrow("a")), put(10 + n, n, wide("b", n)));
        }
        tasks.forEach(TaskRun::settle);
        tasks.forEach(task -> assertThat(task.letters()).isEmpty());
        tasks.forEach(TaskRun::close);
        assertThat(postgres.rows("SELECT id, v, w FROM orders ORDER BY id"))
                .containsExactly("0 b 0", "1 b 1", "2 b 2", "3 b 3");
        assertThat(postgres.rows(
                        "SELECT conname FROM pg_constraint WHERE conrelid = 'orders'::regclass AND contype = 'p'"))
                .containsExactly("orders_pkey");
    }

    @Test
    void aTombstoneThatComesFirstMakesTheTableWhereColumnsCanFollow() {
        try (TaskRun task =
                upserts().set("auto.create", "true").set("auto.evolve", "true").start()) {
            task.write(tombstone(0, 1));
            task.write(put(1, 2, wide("a", 1)));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT * FROM orders")).containsExactly("2 a 1");
    }

    @Test
    void aColumnIsAddedAlsoAfterThePasswordWasRotated() {
        postgres.run("CREATE ROLE maker LOGIN PASSWORD 'first'; GRANT CREATE ON SCHEMA public TO maker");
        SinkSetup setup = upserts()
                .set("auto.create", "true")
                .set("auto.evolve", "true")
                .set("connection.user", "maker")
                .set("connection.password", "first");
        try (TaskRun task = setup.start()) {
            task.write(put(0, 1, narrow("a")));
            postgres.run("ALTER ROLE maker PASSWORD 'second'");
            postgres.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'maker'");
            task.configReads(setup.set("connection.password", "second").config());
            task.write(put(1, 2, wide("b", 5)));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT id, v, w FROM orders ORDER BY id")).containsExactly("1 a null", "2 b 5");
        postgres.run("DROP OWNED BY maker CASCADE; DROP ROLE maker");
    }

    @Test
    void aMissingColumnIsWaitedForOnceSomethingWasWritten() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts().start()) {
            assertThatThrownBy(() -> task.write(put(0, 1, wide("a", 1))))
                    .hasMessageContaining("no column \"w\"")
                    .hasMessageContaining("auto.evolve");
            assertThat(task.letters()).isEmpty();
        }
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 1, narrow("a")));
            task.put(put(1, 2, narrow("b")), put(2, 3, wide("c", 3)), put(3, 4, narrow("d")));
            Awaitility.await().untilAsserted(() -> {
                task.put();
                assertThat(task.committable()).isEqualTo(2);
            });
            postgres.run("ALTER TABLE orders ADD w int");
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT id, v, coalesce(w, 0) FROM orders ORDER BY id"))
                .containsExactly("1 a 0", "2 b 0", "3 c 3", "4 d 0");
    }

    @Test
    void theLockForAColumnIsNotWaitedForAndNothingIsRejected() throws SQLException {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (Connection reader = postgres.connection();
                Statement reading = reader.createStatement();
                TaskRun task = upserts().set("auto.evolve", "true").start()) {
            task.write(put(0, 1, narrow("a")));
            reader.setAutoCommit(false);
            reading.execute("SELECT * FROM orders");
            task.put(put(1, 2, wide("b", 2)));
            Awaitility.await()
                    .until(() -> postgres.rows("SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                            + " AND query LIKE 'ALTER TABLE%'")
                                    .size()
                            == 1);
            reader.rollback();
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT id, v, coalesce(w, 0) FROM orders ORDER BY id"))
                .containsExactly("1 a 0", "2 b 2");
    }

    @Test
    void aTableThatIsAlteredMeanwhileIsLookedAtAgain() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text, n int, p numeric(6,1), b bytea)");
        try (TaskRun task = upserts().start()) {
            // often enough for the server to keep plans
            for (int offset = 0; offset < 8; offset++) {
                task.write(put(offset, 1, value("v", "a", "n", 1, "p", "1.5")));
            }
            postgres.run(
                    "ALTER TABLE orders ALTER n TYPE bigint, ALTER p TYPE numeric(10,4), ALTER b TYPE text USING 'x'");
            task.write(put(10, 1, value("v", "b", "n", 3_000_000_000L, "p", "1.2345")));
            assertThat(task.letters()).isEmpty();
            assertThat(postgres.rows("SELECT v, n, p FROM orders")).containsExactly("b 3000000000 1.2345");
            postgres.run("ALTER TABLE orders DROP COLUMN v, ADD COLUMN u int NOT NULL DEFAULT 5");
            task.write(put(11, 1, value("n", 4, "u", 6)));
            postgres.run("ALTER TABLE orders DROP CONSTRAINT orders_pkey, ALTER id TYPE text, ADD PRIMARY KEY (id)");
            task.write(put(12, 1, value("n", 5)), put(13, "x", value("n", 6)));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT id, n, coalesce(p, 0), u FROM orders ORDER BY id"))
                .containsExactly("1 5 1.2345 6", "x 6 0 5");
    }

    @Test
    void aKnownEventIsADuplicateAlsoIfItsTableNoLongerHasItsFields() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text, w int)");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 1, wide("a", 1)), put(1, 2, value("v", "b", "w", 2)));
        }
        postgres.run("ALTER TABLE orders DROP w");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 1, wide("a", 1)), put(1, 2, value("v", "b", "w", 2)), put(2, 3, narrow("c")));
            assertThat(task.letters()).isEmpty();
            assertThat(task.outcomes("duplicate")).isEqualTo(2);
        }
        assertThat(postgres.rows("SELECT * FROM orders ORDER BY id")).containsExactly("1 a", "2 b", "3 c");
    }

    @Test
    void aKeyWithoutNamedFieldsIsTheSameInWhateverOrderTheyCome() {
        postgres.run("CREATE TABLE orders (a int, b int, v text, version bigint, PRIMARY KEY (a, b))");
        Schema oneWay = SchemaBuilder.struct()
                .field("a", Schema.INT32_SCHEMA)
                .field("b", Schema.INT32_SCHEMA)
                .build();
        Schema otherWay = SchemaBuilder.struct()
                .field("b", Schema.INT32_SCHEMA)
                .field("a", Schema.INT32_SCHEMA)
                .build();
        try (TaskRun task = upserts()
                .without("pk.fields")
                .set("version.from", "header.version")
                .set("version.column", "version")
                .start()) {
            task.write(RowEvents.versioned(0, 3, new Struct(oneWay).put("a", 1).put("b", 2), null));
            task.write(
                    RowEvents.versioned(1, 2, new Struct(otherWay).put("a", 1).put("b", 2), value("v", "late")));
            assertThat(task.outcomes("stale")).isEqualTo(1);
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("orders")).isZero();
    }
}
