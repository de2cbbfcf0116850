package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.RowEvents.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * All that the sink can do beside each other: guarded rows, claims in daily partitions with a horizon, offsets in the target, a
 * dead letter queue, a replay, a re-drive and lost commits.
 */
class EveryRoomIT {
    private static RealPostgres postgres;

    private final Instant now = Instant.now();

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
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v varchar(5), version bigint)");
    }

    private static Map<String, String> config() {
        return SinkSetup.rows(postgres)
                .set("insert.mode", "upsert")
                .set("pk.mode", "record_key")
                .set("pk.fields", "id")
                .set("delete.enabled", "true")
                .set("version.from", "header.version")
                .set("version.column", "version")
                .set("dedupe.table.layout", "daily")
                .set("dedupe.retention.ms", Long.toString(Duration.ofDays(10).toMillis()))
                .set("event.time.from", "header.at")
                .set("behavior.on.too.old", "reject")
                .config();
    }

    /** The n-th event: this version of a row, or its deletion where there is no text. */
    private SinkRecord event(long offset, int n, int key, long version, int daysAgo, String text) {
        Object value = text == null ? null : value("v", text);
        SinkRecord record = RowEvents.put(offset, Events.id(n), key, value, version);
        Headers headers = record.headers();
        headers.addString("at", now.minus(Duration.ofDays(daysAgo)).toString());
        return record;
    }

    private List<SinkRecord> log() {
        return new ArrayList<>(List.of(
                event(0, 0, 1, 1, 3, "one"),
                event(1, 1, 2, 1, 2, "one"),
                event(2, 2, 1, 3, 1, "three"),
                event(3, 3, 1, 2, 2, "two"), // stale
                event(4, 4, 3, 1, 1, "too long"), // rejected
                event(5, 5, 2, 2, 0, null),
                event(6, 6, 2, 1, 0, "again"), // stale: the row was deleted with version 2
                event(7, 7, 1, 3, 0, "tie"),
                event(8, 8, 4, 1, 40, "old"), // from before the horizon
                event(9, 0, 1, 1, 3, "one"))); // a duplicate
    }

    private static List<String> state() {
        return List.of(
                String.join(", ", postgres.rows("SELECT * FROM orders ORDER BY id")),
                String.join(", ", postgres.rows("SELECT row_key, version FROM deleted_rows")),
                postgres.rows("SELECT count(*) FROM processed_events").get(0) + " claims",
                postgres.rows("SELECT next_offset FROM processed_offsets").get(0));
    }

    private void redrive(PartitionWorker worker, List<SinkRecord> log) {
        log.add(event(10, 4, 3, 1, 1, "short"));
        worker.settle();
    }

    private static List<Long> rejected(PartitionWorker worker) {
        return worker.task().letters().stream()
                .map(letter -> letter.record().originalKafkaOffset())
                .toList();
    }

    @Test
    void theyHoldTogether() {
        List<SinkRecord> log = log();
        try (PartitionWorker worker = new PartitionWorker(config(), log, 0)) {
            worker.settle();
            assertThat(worker.task().outcomes("applied")).isEqualTo(4);
            assertThat(worker.task().outcomes("stale")).isEqualTo(2);
            assertThat(worker.task().outcomes("duplicate")).isEqualTo(2);
            assertThat(worker.task().metric("version-ties-total")).isEqualTo(1L);
            assertThat(worker.task().metric("dead-letters-total", "22001")).isEqualTo(1L);
            assertThat(worker.task().metric("dead-letters-total", "too-old")).isEqualTo(1L);
            assertThat(rejected(worker)).containsExactlyInAnyOrder(4L, 8L);
        }
        List<String> once = List.of("1 three 3", "[2] 2", "7 claims", "10");
        assertThat(state()).isEqualTo(once);

        try (PartitionWorker replay = new PartitionWorker(config(), log, 0)) {
            replay.settle();
            assertThat(replay.task().outcomes("duplicate")).isEqualTo(8);
            assertThat(replay.rewinds()).isZero();
        }
        assertThat(state()).isEqualTo(once);

        List<String> repaired = List.of("1 three 3, 3 short 1", "[2] 2", "8 claims", "11");
        try (PartitionWorker worker = new PartitionWorker(config(), log, 10)) {
            redrive(worker, log);
            assertThat(worker.task().outcomes("applied")).isEqualTo(1);
        }
        assertThat(state()).isEqualTo(repaired);

        // all that a primary loses to which a standby was far behind
        try (PartitionWorker worker = new PartitionWorker(config(), log, 11)) {
            worker.settle();
            postgres.run("DELETE FROM orders; DELETE FROM deleted_rows; DELETE FROM processed_events;"
                    + " UPDATE processed_offsets SET next_offset = 0");
            log.add(event(11, 0, 1, 1, 3, "one"));
            worker.settle();
            assertThat(worker.rewinds()).isEqualTo(1);
            assertThat(worker.task().outcomes("applied")).isEqualTo(5);
        }
        assertThat(state()).isEqualTo(List.of("1 three 3, 3 short 1", "[2] 2", "8 claims", "12"));
    }
}
