package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A commit that the server has not answered yet. */
class CommitUnderWayIT {
    private static final String WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

    @Test
    void aCommitThatWaitsForAStandbyIsNotCancelledWhenTheTaskStops() {
        try (RealPostgres postgres = RealPostgres.start()) {
            postgres.newDatabase();
            postgres.run(SinkSetup.TABLES);
            try (TaskRun task = SinkSetup.payments(postgres).start()) {
                task.write(payment(0, id(0), 1));
                postgres.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
                postgres.run("SELECT pg_reload_conf()");
                Awaitility.await()
                        .atMost(Duration.ofSeconds(10))
                        .until(() ->
                                postgres.rows("SHOW synchronous_standby_names").contains("nobody"));
                task.put(payment(1, id(1), 1));
                Awaitility.await()
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> !postgres.rows(WAITING).isEmpty());
                task.stop();
                assertThat(postgres.rows(WAITING)).hasSize(1);
            } finally {
                postgres.run("ALTER SYSTEM RESET synchronous_standby_names");
                postgres.run("SELECT pg_reload_conf()");
            }
        }
    }
}
