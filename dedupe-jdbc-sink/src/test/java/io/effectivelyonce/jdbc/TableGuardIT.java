package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.RowEvents.put;
import static io.effectivelyonce.jdbc.RowEvents.value;
import static io.effectivelyonce.jdbc.RowEvents.versioned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions only rise, deletes included. */
class TableGuardIT {
    private static final String ORDERS =
            "CREATE TABLE orders (id int PRIMARY KEY, v text, version bigint, deleted boolean DEFAULT false)";

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
        postgres.run(ORDERS);
    }

    private static SinkSetup guarded(String deleteMode) {
        return SinkSetup.rows(postgres)
                .set("insert.mode", "upsert")
                .set("pk.mode", "record_key")
                .set("pk.fields", "id")
                .set("delete.enabled", "true")
                .set("delete.mode", deleteMode)
                .set("version.from", "header.version")
                .set("version.column", "version");
    }

    /** The rows that are not deleted. */
    private static List<String> living() {
        return postgres.rows("SELECT id, v, version FROM orders WHERE NOT deleted ORDER BY id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hard", "soft"})
    void anOlderEventIsStaleAndAnEqualOneADuplicate(String deleteMode) {
        try (TaskRun task = guarded(deleteMode).start()) {
            task.write(
                    versioned(0, 5, 1, value("v", "five")),
                    versioned(1, 4, 1, value("v", "four")),
                    versioned(2, 5, 1, value("v", "tie")),
                    versioned(3, 7, 1, value("v", "seven")),
                    versioned(4, 6, 1, null));
            task.write(versioned(5, 7, 1, null), versioned(6, 6, 1, value("v", "six")));
            assertThat(task.letters()).isEmpty();
            assertThat(task.outcomes("applied")).isEqualTo(2);
            assertThat(task.outcomes("stale")).isEqualTo(3);
            assertThat(task.outcomes("duplicate")).isEqualTo(2);
        }
        assertThat(living()).containsExactly("1 seven 7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hard", "soft"})
    void anEqualVersionUnderANewIdIsCountedApart(String deleteMode) {
        List<SinkRecord> log = List.of(
                versioned(0, 5, 1, value("v", "first")),
                versioned(1, 5, 1, value("v", "tie in one batch")),
                versioned(2, 5, 2, null),
                at(3, versioned(0, 5, 1, value("v", "first"))),
                versioned(4, 4, 1, value("v", "stale")));
        try (TaskRun task = guarded(deleteMode).start()) {
            task.write(log);
            assertThat(task.metric("version-ties-total")).isEqualTo(1L);
            task.write(versioned(5, 5, 2, value("v", "tie with the delete")), at(6, log.get(0)), at(7, log.get(1)));
            assertThat(task.metric("version-ties-total")).isEqualTo(2L);
            assertThat(task.outcomes("duplicate")).isEqualTo(5);
            assertThat(task.outcomes("stale")).isEqualTo(1);
        }
        assertThat(living()).containsExactly("1 first 5");
        try (TaskRun task = guarded(deleteMode).set("dedupe.mode", "none").start()) {
            task.write(log.get(0));
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
            assertThat(task.metric("version-ties-total"))
                    .as("without claims it may be the same event")
                    .isEqualTo(0L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hard", "soft"})
    void anOldEventDoesNotReviveARowThatWasDeleted(String deleteMode) {
        try (TaskRun task = guarded(deleteMode).start()) {
            task.write(versioned(0, 1, 1, value("v", "one")), versioned(1, 3, 1, null));
            task.write(versioned(2, 2, 1, value("v", "late")));
            assertThat(living()).isEmpty();
            assertThat(task.outcomes("stale")).isEqualTo(1);
            task.write(versioned(3, 4, 1, value("v", "four")));
            assertThat(living()).containsExactly("1 four 4");
            assertThat(task.letters()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hard", "soft"})
    void norOneWhoseDeleteCameFirst(String deleteMode) {
        try (TaskRun task = guarded(deleteMode).start()) {
            task.write(versioned(0, 3, 1, null), versioned(1, 2, 1, value("v", "late")));
            task.write(versioned(2, 1, 1, value("v", "later")), versioned(3, 9, 2, null), versioned(4, 9, 2, null));
            assertThat(living()).isEmpty();
            assertThat(task.outcomes("stale")).isEqualTo(2);
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
            assertThat(task.letters()).isEmpty();
        }
        if (deleteMode.equals("hard")) {
            assertThat(postgres.count("orders")).isZero();
            assertThat(postgres.rows("SELECT table_name, row_key, version FROM deleted_rows ORDER BY row_key"))
                    .containsExactly("public.orders [1] 3", "public.orders [2] 9");
        }
    }

    @Test
    void aRowWithoutAVersionIsOlderThanAny() {
        postgres.run("INSERT INTO orders (id, v) VALUES (1, 'legacy'), (2, 'legacy')");
        try (TaskRun task = guarded("hard").start()) {
            task.write(versioned(0, 0, 1, value("v", "new")), versioned(1, 0, 2, null));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(living()).containsExactly("1 new 0");
    }

    @Test
    void aStaleUpdateOfADeletedRowIsStaleAndANewerOneFindsNoRow() {
        postgres.run("INSERT INTO orders (id, v, version) VALUES (1, 'a', 1)");
        try (TaskRun task = guarded("hard").set("insert.mode", "update").start()) {
            task.write(versioned(0, 2, 1, value("v", "b")), versioned(1, 5, 1, null));
            task.write(versioned(2, 4, 1, value("v", "late")), versioned(3, 6, 1, value("v", "new")));
            assertThat(task.outcomes("stale")).isEqualTo(1);
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("no row");
        }
    }

    @Test
    void aVersionIsAWholeNumberOrAFaultOfTheRecord() {
        try (TaskRun task = guarded("hard").start()) {
            Object[] wrong = {1.0, "1.5", "x", -1L, true, Long.MAX_VALUE, "99999999999999999999"};
            List<SinkRecord> log = new ArrayList<>();
            for (Object version : wrong) {
                log.add(put(log.size(), Events.id(log.size()), log.size(), value("v", "a"), version));
            }
            log.add(put(log.size(), 100, value("v", "none")));
            task.write(log);
            assertThat(task.letters()).hasSize(wrong.length + 1);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("whole number");
            task.write(
                    put(20, Events.id(20), 1, value("v", "text"), "12"),
                    put(21, Events.id(21), 2, value("v", "int"), 3));
        }
        assertThat(living()).containsExactly("1 text 12", "2 int 3");
        assertThat(postgres.count("processed_events")).isEqualTo(2);
    }

    @Test
    void keysThatAreEqualThoughSpeltOtherwiseStayDeleted() {
        postgres.run(
                "DROP TABLE orders; CREATE EXTENSION citext;"
                        + "CREATE TABLE orders (a citext, b numeric, c timestamptz, v text, version bigint, PRIMARY KEY (a, b, c))");
        Map<String, Object> key = value("a", "Bolt", "b", "1.0", "c", "2026-01-01T12:00:00+02");
        Map<String, Object> same = value("a", "bOLT", "b", "1.00", "c", "2026-01-01T10:00:00Z");
        try (TaskRun task = guarded("hard").set("pk.fields", "a,b,c").start()) {
            task.write(versioned(0, 1, key, value("v", "a")), versioned(1, 3, key, null));
            task.write(versioned(2, 2, same, value("v", "late")));
            assertThat(task.letters()).isEmpty();
            assertThat(task.outcomes("stale")).isEqualTo(1);
        }
        assertThat(postgres.count("orders")).isZero();
    }

    @Test
    void aDeleteOfARowThatIsJustBeingInsertedWaitsForIt() throws SQLException {
        try (Connection other = postgres.connection();
                Statement task2 = other.createStatement();
                TaskRun task = guarded("hard").start()) {
            other.setAutoCommit(false);
            task2.execute(
                    "SELECT pg_advisory_xact_lock_shared(hashtextextended('effectively once guards public.orders', 0));"
                            + "INSERT INTO orders (id, v, version) VALUES (1, 'three', 3)");
            task.put(versioned(0, 5, 1, null));
            awaitWaiting("advisory");
            other.commit();
            task.settle();
            assertThat(task.outcomes("applied")).isEqualTo(1);
        }
        assertThat(postgres.count("orders")).isZero();
        assertThat(postgres.rows("SELECT version FROM deleted_rows")).containsExactly("5");
    }

    @Test
    void aRowThatWasDeletedWhileItsInsertWaitedIsNotRevived() throws SQLException {
        try (TaskRun task = guarded("hard").start()) {
            task.write(versioned(0, 1, 9, value("v", "makes the guard table")));
            try (Connection other = postgres.connection();
                    Statement task2 = other.createStatement()) {
                other.setAutoCommit(false);
                task2.execute("INSERT INTO orders (id, v, version) VALUES (1, 'one', 1)");
                task.put(versioned(1, 2, 1, value("v", "two")));
                awaitWaiting("transactionid");
                task2.execute(
                        "DELETE FROM orders WHERE id = 1; INSERT INTO deleted_rows VALUES ('public.orders', '[1]', 3)");
                other.commit();
            }
            task.settle();
            assertThat(task.outcomes("stale")).isEqualTo(1);
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("orders WHERE id = 1")).isZero();
    }

    @Test
    void aRowThatWasInsertedMeanwhileKeepsTheHigherVersion() throws SQLException {
        try (TaskRun task = guarded("soft").start()) {
            task.write(versioned(0, 1, 9, value("v", "begins")));
            try (Connection other = postgres.connection();
                    Statement task2 = other.createStatement()) {
                other.setAutoCommit(false);
                task2.execute("INSERT INTO orders (id, v, version) VALUES (1, 'five', 5)");
                task.put(versioned(1, 2, 1, value("v", "two")));
                awaitWaiting("transactionid");
                other.commit();
            }
            task.settle();
            assertThat(task.outcomes("stale")).isEqualTo(1);
        }
        assertThat(living()).containsExactly("1 five 5", "9 begins 1");
    }

    /** The same event at another offset: a task gets offsets in their order. */
    private static SinkRecord at(long offset, SinkRecord record) {
        return put(
                offset,
                Events.id((int) record.originalKafkaOffset()),
                record.key(),
                record.value(),
                record.headers().lastWithName("version").value());
    }

    private static void awaitWaiting(String what) {
        Awaitility.await()
                .until(() -> !postgres.rows("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                + " AND wait_event = '" + what + "' AND application_name LIKE 'dedupe-jdbc-sink%'")
                        .isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hard", "soft"})
    void tasksAtTheSameTimeInAnyOrderEndWithTheHighestVersionOfEachRow(String deleteMode) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<SinkRecord> log = new ArrayList<>();
        Map<Integer, String> expected = new TreeMap<>();
        for (int version = 1; version <= 400; version++) {
            int key = random.nextInt(12);
            boolean deletion = random.nextInt(3) == 0;
            log.add(versioned(version, version, key, deletion ? null : value("v", "v" + version)));
            expected.put(key, deletion ? "gone" : key + " v" + version + " " + version);
        }
        Collections.shuffle(log, random);
        try (TaskRun one = guarded(deleteMode).set("batch.size", "7").start();
                TaskRun other = guarded(deleteMode).set("batch.size", "11").start();
                TaskRun third = guarded(deleteMode).set("batch.size", "50").start()) {
            List<TaskRun> tasks = List.of(one, other, third);
            for (int n = 0; n < log.size(); n++) {
                tasks.get(n % 3).put(at(n, log.get(n)));
            }
            tasks.forEach(TaskRun::settle);
            tasks.forEach(task -> assertThat(task.letters()).isEmpty());
        }
        expected.values().removeIf("gone"::equals);
        assertThat(living())
                .as("seed %d", seed)
                .containsExactlyElementsOf(
                        expected.entrySet().stream().map(Map.Entry::getValue).toList());
        assertThat(postgres.count("processed_events")).isEqualTo(400);
    }

    @Test
    void aGuardTableOfAnotherLayoutFailsTheTask() {
        postgres.run("CREATE TABLE deleted_rows (row_key text)");
        try (TaskRun task = guarded("hard").start()) {
            assertThatThrownBy(() -> task.write(versioned(0, 1, 1, value("v", "a"))))
                    .hasMessageContaining("deleted_rows has another layout");
        }
    }

    @Test
    void aVersionColumnOfAnotherTypeFailsTheTask() {
        postgres.run("ALTER TABLE orders ALTER version TYPE numeric");
        try (TaskRun task = guarded("hard").start()) {
            assertThatThrownBy(() -> task.write(versioned(0, 1, 1, value("v", "a"))))
                    .hasMessageContaining("bigint");
            assertThat(task.letters()).isEmpty();
        }
    }
}
