package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The table of offsets: written with the events, and what it knows less than before is written again. */
class OffsetsIT {
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

    private static List<SinkRecord> payments(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> payment(n, id(n), 1)).toList();
    }

    private static List<String> kept() {
        return postgres.rows("SELECT consumer, topic, partition, next_offset FROM processed_offsets ORDER BY 1, 2, 3");
    }

    private static void eachAppliedOnce(int events) {
        assertThat(postgres.rows("SELECT balance FROM accounts WHERE id = 1")).containsExactly("" + events);
        assertThat(postgres.count("payments")).isEqualTo(events);
        assertThat(postgres.count("processed_events")).isEqualTo(events);
    }

    /** As if the server knew only what was committed up to this offset. */
    private static void lose(int from, int to) {
        StringBuilder sql = new StringBuilder("BEGIN;");
        for (int n = from; n < to; n++) {
            sql.append("DELETE FROM payments WHERE event_id = '").append(id(n)).append("';");
            sql.append("DELETE FROM processed_events WHERE event_id = '")
                    .append(id(n))
                    .append("';");
        }
        sql.append("UPDATE accounts SET balance = ").append(from).append(" WHERE id = 1;");
        sql.append("UPDATE processed_offsets SET next_offset = ").append(from).append("; COMMIT");
        postgres.run(sql.toString());
    }

    /** What the running code logs. */
    private static String logged(Runnable run) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            run.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theOffsetIsKeptInTheTransactionOfItsEvents() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payments(0, 10));
            assertThat(kept()).containsExactly("payments orders 0 10");
            assertThat(
                            postgres.rows(
                                    "SELECT count(DISTINCT xmin::text) FROM (SELECT xmin FROM processed_offsets"
                                            + " UNION ALL SELECT xmin FROM processed_events UNION ALL SELECT xmin FROM payments) AS all_rows"))
                    .containsExactly("1");
        }
    }

    @Test
    void offsetsOfRecordsThatNobodyWantsAreKeptInATransactionOfTheirOwn() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.put(IntStream.range(0, 5)
                    .mapToObj(n -> event(n, id(n), "Other", Map.of()))
                    .toList());
            assertThat(task.committable()).as("before the table holds it").isLessThan(5);
            task.settle();
            assertThat(kept()).containsExactly("payments orders 0 5");
            task.write(payment(5, id(5), 1), event(6, id(6), "Other", Map.of()));
            assertThat(kept()).containsExactly("payments orders 0 7");
        }
    }

    @Test
    void aRejectedRecordIsPassedOnlyWithItsLetter() {
        List<SinkRecord> records = new ArrayList<>(payments(0, 5));
        records.set(2, payment(2, id(2), 5_000));
        records.set(3, event(3, null, "Paid", Map.of("account", 1, "amount", 1)));
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(records);
            assertThat(task.letters()).hasSize(2);
            assertThat(kept()).containsExactly("payments orders 0 5");
        }
    }

    @Test
    void aTaskThatStopsAtARecordKeepsTheOffsetOfThatRecord() {
        List<SinkRecord> records = new ArrayList<>(payments(0, 5));
        records.set(2, payment(2, id(2), 5_000));
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("errors.tolerance", "none")
                .without("errors.deadletterqueue.topic.name")
                .start()) {
            assertThatThrownBy(() -> task.write(records)).hasMessageContaining("offset 2");
            assertThat(task.committable()).isEqualTo(2);
            assertThat(kept()).containsExactly("payments orders 0 2");
        }
    }

    @Test
    void commitsThatGetLostBehindARunningTaskAreWrittenAgainWithOneWarning() {
        List<SinkRecord> log = new ArrayList<>(payments(0, 10));
        try (PartitionWorker worker =
                new PartitionWorker(SinkSetup.payments(postgres).config(), log, 0)) {
            worker.settle();
            lose(4, 10);
            log.addAll(payments(10, 12));
            String said = logged(worker::settle);
            assertThat(said.split("has lost commits", -1)).hasSize(2);
            assertThat(said).contains("orders-0").contains("up to offset 10 it knows only up to 4");
            assertThat(worker.rewinds()).isEqualTo(1);
        }
        eachAppliedOnce(12);
        assertThat(kept()).containsExactly("payments orders 0 12");
    }

    @Test
    void aTaskThatBeginsBehindLostCommitsGoesBackThoughNothingComes() {
        List<SinkRecord> log = payments(0, 10);
        try (PartitionWorker worker =
                new PartitionWorker(SinkSetup.payments(postgres).config(), log, 0)) {
            worker.settle();
        }
        lose(6, 10);
        try (PartitionWorker worker =
                new PartitionWorker(SinkSetup.payments(postgres).config(), log, 10)) {
            String said = logged(() -> Awaitility.await()
                    .pollInSameThread()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> {
                        worker.poll();
                        return worker.rewinds() == 1 && postgres.count("payments") == 10;
                    }));
            worker.settle();
            assertThat(said.split("has lost commits", -1)).hasSize(2);
        }
        eachAppliedOnce(10);
    }

    @Test
    void aGapInTheLogIsLookedIntoOnceAndIsNoLoss() {
        try (PartitionWorker worker =
                new PartitionWorker(SinkSetup.payments(postgres).config(), payments(0, 5), 0)) {
            worker.settle();
        }
        try (PartitionWorker worker =
                new PartitionWorker(SinkSetup.payments(postgres).config(), payments(7, 9), 5)) {
            worker.task().takeCommitRequest(); // the first records come before the task hears of its position
            assertThat(logged(worker::settle)).doesNotContain("WARN");
            assertThat(worker.rewinds()).isEqualTo(1);
        }
        assertThat(postgres.count("payments")).isEqualTo(7);
        assertThat(kept()).containsExactly("payments orders 0 9");
    }

    @Test
    void whereTheLogNoLongerReachesBackNothingIsSkippedBeyondThat() {
        try (PartitionWorker worker =
                new PartitionWorker(SinkSetup.payments(postgres).config(), payments(0, 5), 0)) {
            worker.settle();
        }
        List<SinkRecord> log = new ArrayList<>(payments(20, 25));
        try (PartitionWorker worker =
                new PartitionWorker(SinkSetup.payments(postgres).config(), log, 20, true)) {
            Awaitility.await().pollInSameThread().until(() -> {
                worker.poll();
                return worker.rewinds() == 1;
            });
            log.addAll(payments(25, 27));
            worker.settle();
            assertThat(worker.rewinds()).isEqualTo(2);
        }
        assertThat(postgres.count("payments")).isEqualTo(12);
    }

    @Test
    void aRowThatIsGoneSendsTheTaskBackToWhereItBegan() {
        List<SinkRecord> log = new ArrayList<>(payments(0, 10));
        try (PartitionWorker worker =
                new PartitionWorker(SinkSetup.payments(postgres).config(), log, 3)) {
            worker.settle();
            postgres.run("DELETE FROM processed_offsets");
            log.addAll(payments(10, 11));
            worker.settle();
            assertThat(worker.rewinds()).isEqualTo(1);
            assertThat(worker.task().outcomes("duplicate")).isEqualTo(7);
        }
        assertThat(kept()).containsExactly("payments orders 0 11");
    }

    @Test
    void aRowIsNeverUsedToSkipAndNeverFalls() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payments(0, 10));
        }
        postgres.run("TRUNCATE payments, processed_events; UPDATE accounts SET balance = 0");
        try (PartitionWorker worker =
                new PartitionWorker(SinkSetup.payments(postgres).config(), payments(0, 6), 0)) {
            worker.settle();
            assertThat(worker.rewinds()).isZero();
        }
        eachAppliedOnce(6);
        assertThat(kept()).containsExactly("payments orders 0 10");
    }

    @Test
    void tasksThatStartTogetherCreateOneTable() {
        List<TaskRun> tasks = new ArrayList<>();
        try {
            for (int n = 0; n < 4; n++) {
                tasks.add(SinkSetup.payments(postgres).start());
                tasks.get(n).put(payments(0, 10));
            }
            tasks.forEach(TaskRun::settle);
        } finally {
            tasks.forEach(TaskRun::close);
        }
        eachAppliedOnce(10);
    }

    @Test
    void switchedOffThereIsNoTable() {
        try (TaskRun task =
                SinkSetup.payments(postgres).set("offsets.mode", "none").start()) {
            task.write(payments(0, 10));
            assertThat(task.committable()).isEqualTo(10);
        }
        assertThat(postgres.rows("SELECT to_regclass('processed_offsets') IS NULL"))
                .containsExactly("t");
    }

    @Test
    void withoutClaimsTheOffsetIsKeptAllTheSame() {
        try (TaskRun task =
                SinkSetup.payments(postgres).set("dedupe.mode", "none").start()) {
            task.write(payments(0, 10));
        }
        assertThat(kept()).containsExactly("payments orders 0 10");
    }

    @Test
    void anOperatorsOffsetsAreFollowedUpAndDownAndForgotten() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payments(0, 10));
        }
        DedupeJdbcSinkConnector connector = new DedupeJdbcSinkConnector();
        Map<String, String> config = SinkSetup.payments(postgres).config();
        Map<TopicPartition, Long> offsets = new HashMap<>();
        offsets.put(Events.PARTITION, 2L);
        assertThat(connector.alterOffsets(config, offsets)).isTrue();
        assertThat(kept()).containsExactly("payments orders 0 2");
        offsets.put(Events.PARTITION, 50L);
        offsets.put(new TopicPartition("orders", 1), 7L);
        connector.alterOffsets(config, offsets);
        assertThat(kept()).containsExactly("payments orders 0 50", "payments orders 1 7");
        try (PartitionWorker worker = new PartitionWorker(config, payments(0, 52), 50)) {
            worker.settle();
            assertThat(worker.rewinds())
                    .as("the operator has skipped on purpose")
                    .isZero();
        }
        offsets.put(Events.PARTITION, null);
        connector.alterOffsets(config, offsets);
        assertThat(kept()).containsExactly("payments orders 1 7");
    }

    @Test
    void offsetsAreNotAlteredWhileTheDatabaseIsOutOfReach() {
        Map<String, String> config = SinkSetup.payments(postgres)
                .set("connection.url", "jdbc:postgresql://127.0.0.1:1/nowhere")
                .config();
        assertThatThrownBy(() -> new DedupeJdbcSinkConnector().alterOffsets(config, Map.of(Events.PARTITION, 0L)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("Kafka's offsets were not changed either")
                .hasMessageContaining("offsets.mode=none")
                .hasNoCause();
        assertThat(new DedupeJdbcSinkConnector()
                        .alterOffsets(
                                SinkSetup.payments(postgres)
                                        .set("offsets.mode", "none")
                                        .config(),
                                Map.of(Events.PARTITION, 0L)))
                .isTrue();
    }
}
