package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.localstack.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A primary dies, and a standby that has not heard of its last commits takes its place. */
class FailoverIT {
    private RealPostgres postgres;
    private PostgresServer standby;

    @BeforeEach
    void start() {
        postgres = RealPostgres.start();
        postgres.newDatabase();
        postgres.run(SinkSetup.TABLES);
    }

    @AfterEach
    void stop() {
        if (standby != null) {
            standby.stop();
        }
        postgres.close();
    }

    private void standbyIsLeftBehind() {
        postgres.server().stop();
        standby = postgres.server().standby("standby");
        postgres.server().start();
        standby.start();
    }

    private String onStandby(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:postgresql://" + standby.host() + ":" + standby.port() + "/" + postgres.name(),
                        standby.user(),
                        standby.password());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    private static List<SinkRecord> payments(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> payment(n, id(n), 1)).toList();
    }

    @Test
    void commitsThatTheNewPrimaryNeverSawAreWrittenAgainBehindARunningTask() throws SQLException {
        List<SinkRecord> log = new ArrayList<>(payments(0, 10));
        String hosts = postgres.server().host() + ":" + postgres.server().port();
        try (PartitionWorker first =
                new PartitionWorker(SinkSetup.payments(postgres).config(), log, 0)) {
            first.settle();
        }
        standbyIsLeftBehind();
        SinkSetup setup = SinkSetup.payments(postgres)
                .set(
                        "connection.url",
                        "jdbc:postgresql://" + hosts + "," + standby.host() + ":" + standby.port() + "/"
                                + postgres.name() + "?targetServerType=primary");
        try (PartitionWorker worker = new PartitionWorker(setup.config(), log, 10)) {
            log.addAll(payments(10, 30));
            worker.settle();
            assertThat(worker.committed()).isEqualTo(30);
            postgres.server().kill();
            assertThat(onStandby("SELECT sum(balance) FROM accounts")).isEqualTo("10");
            assertThat(onStandby("SELECT pg_promote()")).isEqualTo("t");
            log.addAll(payments(30, 35));
            worker.settle();
            assertThat(worker.rewinds()).isEqualTo(1);
            assertThat(worker.task().letters()).isEmpty();
            assertThat(worker.task().outcomes("applied")).isEqualTo(45);
        }
        assertThat(onStandby("SELECT balance || ' ' || (SELECT count(*) FROM payments) || ' '"
                        + " || (SELECT next_offset FROM processed_offsets) FROM accounts WHERE id = 1"))
                .isEqualTo("35 35 35");
    }

    @Test
    void aServerThatTakesNoWritesIsWaitedForUntilItIsPromoted() throws SQLException {
        List<SinkRecord> log = new ArrayList<>(payments(0, 10));
        try (PartitionWorker first =
                new PartitionWorker(SinkSetup.payments(postgres).config(), log, 0)) {
            first.settle();
        }
        standbyIsLeftBehind();
        log.addAll(payments(10, 20));
        SinkSetup setup = SinkSetup.payments(postgres)
                .set(
                        "connection.url",
                        "jdbc:postgresql://" + standby.host() + ":" + standby.port() + "/" + postgres.name());
        try (PartitionWorker worker = new PartitionWorker(setup.config(), log, 10)) {
            Awaitility.await()
                    .pollInSameThread()
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> {
                        worker.poll();
                        worker.commit();
                        return worker.committed() == 10;
                    });
            assertThat(onStandby("SELECT pg_promote()")).isEqualTo("t");
            worker.settle();
            assertThat(worker.task().letters()).isEmpty();
        }
        assertThat(onStandby("SELECT balance FROM accounts WHERE id = 1")).isEqualTo("20");
    }
}
