package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.kafka.connect.errors.ConnectException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credentials that are wrong from the start, and such as become wrong. */
class CredentialsIT {
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
    void role() {
        postgres.newDatabase();
        postgres.run(SinkSetup.TABLES);
        postgres.run("CREATE ROLE writer LOGIN PASSWORD 'first'; GRANT CREATE ON SCHEMA public TO writer;"
                + " GRANT ALL ON payments, accounts TO writer");
    }

    @AfterEach
    void noRole() {
        postgres.run("DROP OWNED BY writer CASCADE; DROP ROLE writer");
    }

    private static SinkSetup writer(String password) {
        return SinkSetup.payments(postgres).set("connection.user", "writer").set("connection.password", password);
    }

    @Test
    void aMissingPasswordFailsTheTaskAtOnceWithTheRemedy() {
        try (TaskRun task = writer("").without("connection.password").start()) {
            assertThatThrownBy(() -> task.write(payment(0, id(0), 1)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("08004")
                    .hasMessageContaining("Nothing has been written")
                    .hasMessageContaining("connection.password")
                    .hasNoCause();
        }
    }

    @Test
    void aRotatedPasswordIsReadAgainFromTheConfiguration() {
        try (TaskRun task = writer("first").start()) {
            task.write(payment(0, id(0), 1));
            postgres.run("ALTER ROLE writer PASSWORD 'second'");
            postgres.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'writer'");
            task.put(payment(1, id(1), 1));
            Awaitility.await()
                    .pollInSameThread()
                    .during(Duration.ofSeconds(1))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> {
                        task.put();
                        return task.committable() == 1;
                    });
            task.configReads(writer("second").config());
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("payments")).isEqualTo(2);
    }

    @Test
    void aConfigurationThatCannotBeReadAgainChangesNothing() {
        try (TaskRun task = writer("first").start()) {
            task.write(payment(0, id(0), 1));
            postgres.run("ALTER ROLE writer NOLOGIN");
            postgres.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'writer'");
            task.configReads(writer("first").without("connection.url").config());
            task.put(payment(1, id(1), 1));
            Awaitility.await()
                    .pollInSameThread()
                    .during(Duration.ofSeconds(1))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> {
                        task.put();
                        return task.committable() == 1;
                    });
            postgres.run("ALTER ROLE writer LOGIN");
            task.settle();
        }
        assertThat(postgres.count("payments")).isEqualTo(2);
    }
}
