package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A task is stopped, or loses a partition, at a bad moment. */
class TaskEndsIT {
    private static final TopicPartition OTHER = new TopicPartition("orders", 1);

    private static final String WAITING_FOR_STANDBY = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

    private static final String WAITING_FOR_LOCK =
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
    void noStandbyIsAwaited() {
        if (!postgres.server().isRunning()) {
            postgres.server().start();
        }
        commitsWaitFor("");
    }

    private static void commitsWaitFor(String standby) {
        postgres.run("ALTER SYSTEM SET synchronous_standby_names = '" + standby + "'");
        postgres.run("SELECT pg_reload_conf()");
        Awaitility.await()
                .until(() -> postgres.rows("SHOW synchronous_standby_names").equals(List.of(standby)));
    }

    private static void awaitSome(String query) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> !postgres.rows(query).isEmpty());
    }

    private static void awaitNone(String query) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() -> postgres.rows(query).isEmpty());
    }

    private static void awaitTheEndOfTheWriter() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("dedupe-jdbc-sink-payments")));
    }

    /** Adds to the balance and does nothing else: each run can be counted. */
    private static SinkSetup adding() {
        return SinkSetup.payments(postgres)
                .set("dedupe.mode", "none")
                .set("statements", "balance")
                .without("statements.payment.sql")
                .without("statements.payment.when.in");
    }

    @Test
    void aSessionThatHangsWhileItIsOpenedIsCutWithTheTask() throws SQLException {
        try (Connection holder = postgres.connection();
                Statement lock = holder.createStatement();
                TaskRun task = SinkSetup.payments(postgres).start()) {
            holder.setAutoCommit(false);
            lock.execute("LOCK TABLE payments IN ACCESS EXCLUSIVE MODE");
            task.put(payment(0, id(0), 1));
            awaitSome(WAITING_FOR_LOCK);
            task.stop();
            awaitTheEndOfTheWriter();
            awaitNone(WAITING_FOR_LOCK);
        }
    }

    @Test
    void aConnectThatIsNotAnsweredIsCutWithTheTask() {
        postgres.server().freeze();
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.put(payment(0, id(0), 1));
            Awaitility.await()
                    .until(() -> Thread.getAllStackTraces().keySet().stream()
                            .anyMatch(thread -> thread.getName().startsWith("PostgreSQL JDBC driver connection")));
            task.stop();
            awaitTheEndOfTheWriter();
        } finally {
            postgres.server().thaw();
        }
    }

    @Test
    void withoutClaimsACommitOfARevokedPartitionIsBrokenOff() {
        try (TaskRun task = adding().start()) {
            task.write(payment(0, id(0), 1));
            commitsWaitFor("nobody");
            task.put(payment(1, id(1), 1));
            awaitSome(WAITING_FOR_STANDBY);
            task.revoke();
            awaitNone(WAITING_FOR_STANDBY);
        }
    }

    @Test
    void anInterruptedRevocationBreaksItOffToo() {
        try (TaskRun task = adding().start()) {
            task.write(payment(0, id(0), 1));
            commitsWaitFor("nobody");
            task.put(payment(1, id(1), 1));
            awaitSome(WAITING_FOR_STANDBY);
            Thread.currentThread().interrupt();
            task.revoke();
            assertThat(Thread.interrupted()).as("the interrupt is handed on").isTrue();
            awaitNone(WAITING_FOR_STANDBY);
        }
    }

    @Test
    void aCommitThatWasBrokenOffIsNotBelievedForThePartitionsThatStay() {
        try (TaskRun task = adding().start()) {
            task.assign(OTHER);
            task.write(payment(0, id(0), 1));
            commitsWaitFor("nobody");
            task.put(payment(1, id(1), 1), Events.at(OTHER, payment(0, id(2), 1)));
            awaitSome(WAITING_FOR_STANDBY);
            task.revoke();
            awaitSome(WAITING_FOR_STANDBY); // the other partition's event, tried again
            assertThat(task.committable(OTHER)).isLessThanOrEqualTo(0);
            commitsWaitFor("");
            task.settleOnly(OTHER);
        }
        assertThat(postgres.rows("SELECT balance FROM accounts WHERE id = 1")).containsExactly("4");
    }

    @Test
    void withClaimsACommitOfARevokedPartitionMayTakeItsTime() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payment(0, id(0), 1));
            commitsWaitFor("nobody");
            task.put(payment(1, id(1), 1));
            awaitSome(WAITING_FOR_STANDBY);
            task.revoke();
            assertThat(postgres.rows(WAITING_FOR_STANDBY)).hasSize(1);
        }
    }

    @Test
    void anOutageEndsWithTheAssignmentThatItWasFor() {
        try (TaskRun task =
                SinkSetup.payments(postgres).set("retry.timeout.ms", "3000").start()) {
            postgres.server().stop();
            task.put(payment(0, id(0), 1));
            long outage = System.nanoTime();
            task.revoke();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() ->
                            System.nanoTime() - outage > Duration.ofSeconds(4).toNanos());
            task.assign();
            task.put(payment(0, id(0), 1));
            postgres.server().start();
            task.settle();
        }
        assertThat(postgres.count("payments")).isEqualTo(1);
    }
}
