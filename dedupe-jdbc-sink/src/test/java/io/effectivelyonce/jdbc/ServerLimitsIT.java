package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that is there and has no room or no patience left: waited out with the task running, and nothing is rejected. */
class ServerLimitsIT {
    private static final int EVENTS = 1_000;

    /** More than the disk has left beside the ballast, so less than one batch. */
    private static final String KILOBYTE = "x".repeat(1_000);

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
    void newDatabase() {
        postgres.newDatabase();
    }

    private static SinkSetup notes(String sql) {
        return SinkSetup.payments(postgres)
                .set("statements", "note")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .set("statements.note.sql", sql);
    }

    private static List<SinkRecord> notes(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(n -> event(n, id(n), "Noted", Map.of("body", KILOBYTE)))
                .toList();
    }

    private static void awaitRefusals(TaskRun task, String state) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInSameThread().until(() -> {
            task.put();
            return task.metric("waiting").equals(1) && task.refusals(state) >= 2;
        });
        assertThat(task.letters()).isEmpty();
        assertThat(task.committable()).isLessThan(EVENTS);
    }

    @Test
    void aFullDiskIsWaitedOutUntilThereIsRoom() {
        try (SmallDisk disk = SmallDisk.mount(4, postgres)) {
            postgres.run("CREATE TABLESPACE small LOCATION '" + disk.folder() + "'");
            postgres.run("CREATE TABLE notes (event_id uuid, body text) TABLESPACE small");
            postgres.run(
                    "CREATE TABLE ballast TABLESPACE small AS SELECT repeat('x', 1000) FROM generate_series(1, 2800)");
            try (TaskRun task =
                    notes("INSERT INTO notes VALUES (:event.id, :body)").start()) {
                task.put(notes(0, EVENTS));
                awaitRefusals(task, "53100");
                postgres.run("DROP TABLE ballast");
                task.settle();
                assertThat(task.letters()).isEmpty();
            }
            assertThat(postgres.rows("SELECT count(*), count(DISTINCT event_id) FROM notes"))
                    .containsExactly(EVENTS + " " + EVENTS);
            postgres.run("DROP TABLE notes; CHECKPOINT");
            postgres.run("DROP TABLESPACE small");
        }
    }

    @Test
    void aStatementTimeoutOfTheServersOwnIsWaitedOut() {
        postgres.run("CREATE TABLE notes (event_id uuid, body text); CREATE TABLE pace (seconds float);"
                + " INSERT INTO pace VALUES (1)");
        postgres.run("ALTER DATABASE " + postgres.name() + " SET statement_timeout = '100ms'");
        try (TaskRun task = notes("INSERT INTO notes SELECT :event.id::uuid, :body::text FROM pace, pg_sleep(seconds)")
                .start()) {
            task.put(notes(0, 20));
            awaitRefusals(task, "57014");
            postgres.run("UPDATE pace SET seconds = 0");
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("notes")).isEqualTo(20);
    }

    @Test
    void aCommitIsDurableWhateverTheDatabaseDefaultsToAndOnlyStricterLimitsOfItsOwnHold() {
        postgres.run("CREATE TABLE notes (commits text, statements text, locks text, idle text)");
        postgres.run("ALTER DATABASE " + postgres.name() + " SET synchronous_commit = off");
        postgres.run("ALTER DATABASE " + postgres.name() + " SET statement_timeout = '7s'");
        postgres.run("ALTER DATABASE " + postgres.name() + " SET lock_timeout = '11min'");
        try (TaskRun task = notes("INSERT INTO notes SELECT current_setting('synchronous_commit'),"
                        + " current_setting('statement_timeout'), current_setting('lock_timeout'),"
                        + " current_setting('idle_in_transaction_session_timeout')")
                .start()) {
            task.write(notes(0, 1));
        }
        assertThat(postgres.rows("SELECT * FROM notes")).containsExactly("on 7s 10s 1min");
    }

    @Test
    void aLockTimeoutOfTheServersOwnIsWaitedOut() throws SQLException {
        postgres.run("CREATE TABLE notes (event_id uuid, body text)");
        postgres.run("ALTER DATABASE " + postgres.name() + " SET lock_timeout = '100ms'");
        try (TaskRun task = notes("INSERT INTO notes VALUES (:event.id, :body)").start();
                Connection other = postgres.connection();
                Statement lock = other.createStatement()) {
            task.write(notes(0, 1));
            other.setAutoCommit(false);
            lock.execute("LOCK TABLE notes");
            task.put(notes(1, 20));
            awaitRefusals(task, "55P03");
            other.rollback();
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("notes")).isEqualTo(20);
    }
}
