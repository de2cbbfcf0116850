package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutageIT {
    private static final String WAITING_BACKENDS =
            "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'dedupe-jdbc-sink%' AND wait_event_type = 'Lock'";

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
    void tables() {
        postgres.newDatabase();
        postgres.run(SinkSetup.TABLES);
    }

    @AfterEach
    void running() {
        if (!postgres.server().isRunning()) {
            postgres.server().start();
        }
    }

    private static List<SinkRecord> payments(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> payment(n, id(n), 1)).toList();
    }

    private static void eachAppliedOnceInOrder(int events) {
        assertThat(postgres.rows("SELECT balance, length(trail) / 2 FROM accounts WHERE id = 1"))
                .containsExactly(events + " " + events);
        assertThat(postgres.count("payments")).isEqualTo(events);
        assertThat(postgres.count("processed_events")).isEqualTo(events);
    }

    /** Another session holds the account's row, so that a batch hangs in the middle of its transaction. */
    private static Connection holdAccount() throws SQLException {
        Connection holder = postgres.connection();
        holder.setAutoCommit(false);
        try (Statement lock = holder.createStatement()) {
            lock.execute("SELECT 1 FROM accounts WHERE id = 1 FOR UPDATE");
        }
        return holder;
    }

    private static String awaitHangingBackend() {
        return Awaitility.await()
                .until(() -> postgres.rows(WAITING_BACKENDS), rows -> rows.size() == 1)
                .get(0);
    }

    @Test
    void aBackendThatIsTerminatedInTheMiddleOfABatchLosesAndDoublesNothing() throws SQLException {
        try (TaskRun task = SinkSetup.payments(postgres).start();
                Connection holder = holdAccount()) {
            task.put(payments(0, 200));
            postgres.rows("SELECT pg_terminate_backend(" + awaitHangingBackend() + ")");
            holder.rollback();
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        eachAppliedOnceInOrder(200);
    }

    @Test
    void aTaskThatIsDroppedInTheMiddleOfABatchIsTakenOverByAnother() throws SQLException {
        try (TaskRun first = SinkSetup.payments(postgres).start();
                Connection holder = holdAccount()) {
            first.put(payments(0, 100));
            awaitHangingBackend();
            first.stop();
            holder.rollback();
            try (TaskRun second = SinkSetup.payments(postgres).start()) {
                second.write(payments(0, 150));
            }
        }
        eachAppliedOnceInOrder(150);
    }

    @Test
    void aZombieThatWritesOnBesideItsSuccessorChangesNothing() throws SQLException {
        try (TaskRun zombie = SinkSetup.payments(postgres).start();
                TaskRun successor =
                        SinkSetup.payments(postgres).set("batch.size", "70").start();
                Connection holder = holdAccount()) {
            zombie.put(payments(0, 100));
            awaitHangingBackend();
            successor.put(payments(0, 150));
            holder.rollback();
            successor.settle();
            zombie.settle();
            assertThat(successor.letters()).isEmpty();
            assertThat(zombie.letters()).isEmpty();
        }
        eachAppliedOnceInOrder(150);
    }

    @Test
    void aServerThatIsKilledAndStartedDuringTheStreamLosesAndDoublesNothing() {
        try (TaskRun task = SinkSetup.payments(postgres).set("batch.size", "20").start()) {
            task.write(payments(0, 20));
            task.put(payments(20, 800));
            postgres.server().kill();
            for (int n = 800; n < 820; n++) {
                task.put(payment(n, id(n), 1));
            }
            postgres.server().start();
            task.settle();
            assertThat(task.letters()).isEmpty();
            assertThat(task.committable()).isEqualTo(820);
        }
        eachAppliedOnceInOrder(820);
    }

    @Test
    void aServerThatIsDownFromTheStartIsWaitedFor() {
        postgres.server().stop();
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.put(payments(0, 10));
            Awaitility.await()
                    .pollInSameThread()
                    .during(Duration.ofSeconds(1))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> {
                        task.put(List.of());
                        return task.committable() == 0;
                    });
            postgres.server().start();
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        eachAppliedOnceInOrder(10);
    }

    @Test
    void aSpentRetryTimeoutFailsTheTaskAndRejectsNothing() {
        postgres.server().stop();
        try (TaskRun task =
                SinkSetup.payments(postgres).set("retry.timeout.ms", "500").start()) {
            assertThatThrownBy(() -> task.write(payments(0, 10)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("retry.timeout.ms")
                    .hasMessageNotContaining(postgres.server().password())
                    .hasNoCause();
            assertThat(task.letters()).isEmpty();
            assertThat(task.committable()).isZero();
        }
    }

    @Test
    void aCommitWhoseAnswerGotLostIsRecognisedAsDone() throws IOException, InterruptedException {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payments(0, 5));
        }
        try (Proxy wire = new Proxy(postgres.server().port());
                TaskRun task = SinkSetup.payments(postgres)
                        .set("connection.url", "jdbc:postgresql://localhost:" + wire.port() + "/" + postgres.name())
                        .start()) {
            wire.loseTheAnswerToTheFirstCommit();
            task.put(payments(5, 55));
            assertThat(wire.awaitLoss()).isTrue();
            task.settle();
            assertThat(task.outcomes("duplicate")).isEqualTo(50);
            assertThat(task.letters()).isEmpty();
        }
        eachAppliedOnceInOrder(55);
    }

    @Test
    void aWrongPasswordFailsTheTaskWithoutNamingIt() {
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("connection.password", "not-the-password")
                .start()) {
            assertThatThrownBy(() -> task.write(payments(0, 1)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("28P01")
                    .hasMessageNotContaining("not-the-password");
        }
    }

    @Test
    void stoppingATaskWhoseServerHangsIsBounded() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payments(0, 1));
            postgres.server().freeze();
            task.put(payments(1, 10));
            long before = System.nanoTime();
            task.stop();
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
        } finally {
            postgres.server().thaw();
        }
    }

    @Test
    void stoppingATaskCancelsItsRunningStatement() throws SQLException {
        try (TaskRun task = SinkSetup.payments(postgres).start();
                Connection holder = holdAccount()) {
            task.put(payments(0, 10));
            awaitHangingBackend();
            task.stop();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> postgres.rows(WAITING_BACKENDS).isEmpty());
            holder.rollback();
        }
        assertThat(postgres.count("payments")).isZero();
    }

    @Test
    void withoutClaimsNothingOfARevokedPartitionIsCommittedAfterwards() throws SQLException {
        try (TaskRun task =
                        SinkSetup.payments(postgres).set("dedupe.mode", "none").start();
                Connection holder = holdAccount()) {
            task.put(payments(0, 10));
            awaitHangingBackend();
            task.revoke();
            holder.rollback();
            Awaitility.await()
                    .until(() -> postgres.rows(
                                    "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'dedupe-jdbc-sink%'"
                                            + " AND state <> 'idle'")
                            .isEmpty());
        }
        assertThat(postgres.count("payments")).isZero();
    }
}
