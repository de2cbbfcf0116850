package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What users of other JDBC sinks have met, with their data replaced. */
class HandedCasesIT {
    private static final TopicPartition BAD = new TopicPartition("bad", 0);

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

    private static String balance() {
        return postgres.rows("SELECT balance FROM accounts WHERE id = 1").get(0);
    }

    private static List<SinkRecord> payments(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> payment(n, id(n), 1)).toList();
    }

    @Test
    void aCrashBetweenTheCommitAndTheOffsetsDoublesNothingInATableWithAKeyOfItsOwn() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payments(0, 5));
        }
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payments(2, 8));
            assertThat(task.outcomes("duplicate")).isEqualTo(3);
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("payments")).isEqualTo(8);
        assertThat(balance()).isEqualTo("8");
    }

    @Test
    void aTopicThatAlwaysFailsHasThatOfItsNeighbourWrittenOnce() {
        SinkSetup strict = SinkSetup.payments(postgres)
                .set("errors.tolerance", "none")
                .without("errors.deadletterqueue.topic.name");
        SinkRecord bad = new SinkRecord(
                BAD.topic(),
                0,
                null,
                null,
                null,
                Map.of("account", 1, "amount", "x"),
                0,
                null,
                TimestampType.NO_TIMESTAMP_TYPE,
                payment(0, id(99), 1).headers());
        for (int restart = 0; restart < 3; restart++) {
            try (TaskRun task = TaskRun.start(strict.config(), BAD)) {
                task.put(payments(0, 20));
                assertThatThrownBy(() -> task.write(bad))
                        .isInstanceOf(ConnectException.class)
                        .hasMessageContaining("topic bad");
                assertThat(task.committable()).isEqualTo(20);
            }
        }
        assertThat(balance()).isEqualTo("20");
    }

    @Test
    void aTransformThatRenamesTheTopicLeavesTheOffsetsToTheRealOne() {
        postgres.run("CREATE TABLE seen (topic text)");
        SinkSetup setup = SinkSetup.payments(postgres)
                .set("statements", "payment,seen")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .set("statements.seen.sql", "INSERT INTO seen VALUES (:topic)");
        List<SinkRecord> renamed = payments(0, 5).stream()
                .map(record -> record.newRecord(
                        "renamed",
                        record.kafkaPartition(),
                        record.keySchema(),
                        record.key(),
                        record.valueSchema(),
                        record.value(),
                        record.timestamp(),
                        record.headers()))
                .toList();
        for (int round = 0; round < 2; round++) {
            try (TaskRun task = setup.start()) {
                task.write(renamed);
                assertThat(task.committable()).isEqualTo(5);
            }
        }
        assertThat(postgres.rows("SELECT topic, count(*) FROM seen GROUP BY topic"))
                .containsExactly("renamed 5");
    }

    @Test
    void aRecordWithoutAValueTakesNoValueOfItsNeighbours() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payment(0, id(0), 5), event(1, id(1), "Paid", null), payment(2, id(2), 7));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("a tombstone");
        }
        assertThat(balance()).isEqualTo("12");
        assertThat(postgres.count("payments")).isEqualTo(2);
    }
}
