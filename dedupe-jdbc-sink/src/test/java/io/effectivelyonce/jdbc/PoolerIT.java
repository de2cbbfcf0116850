package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PgBouncer in transaction mode: each transaction may meet another server process. */
class PoolerIT {
    private static RealPostgres postgres;
    private static PgBouncer pooler;

    @BeforeAll
    static void start() {
        postgres = RealPostgres.start();
        pooler = PgBouncer.before(postgres.server());
    }

    @AfterAll
    static void stop() {
        if (pooler != null) {
            pooler.close();
        }
        postgres.close();
    }

    @BeforeEach
    void tables() {
        postgres.newDatabase();
        postgres.run(SinkSetup.TABLES);
    }

    private static SinkSetup setup() {
        return SinkSetup.payments(postgres).set("connection.url", pooler.url(postgres.name()));
    }

    private static List<SinkRecord> payments(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> payment(n, id(n), 1)).toList();
    }

    private static void eachAppliedOnce(int events) {
        assertThat(postgres.rows("SELECT balance FROM accounts WHERE id = 1")).containsExactly("" + events);
        assertThat(postgres.count("payments")).isEqualTo(events);
    }

    @Test
    void severalTasksShareItsServersAndApplyEachEventOnce() {
        List<TaskRun> tasks = new ArrayList<>();
        try {
            for (int n = 0; n < 3; n++) {
                tasks.add(setup().set("batch.size", "7").start());
            }
            for (int round = 0; round < 30; round++) {
                for (TaskRun task : tasks) {
                    task.put(payments(10 * round, 10 * round + 10));
                }
            }
            tasks.forEach(TaskRun::settle);
            assertThat(tasks).allSatisfy(task -> assertThat(task.letters()).isEmpty());
        } finally {
            tasks.forEach(TaskRun::close);
        }
        eachAppliedOnce(300);
    }

    @Test
    void aFaultyRecordIsIsolatedBehindIt() {
        List<SinkRecord> records = new ArrayList<>(payments(0, 50));
        records.set(17, payment(17, id(17), 5_000));
        try (TaskRun task = setup().start()) {
            task.write(records);
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("23514");
        }
        eachAppliedOnce(49);
    }

    @Test
    void validateFindsNothingWrongWithIt() {
        assertThat(new DedupeJdbcSinkConnector().validate(setup().config()).configValues())
                .allSatisfy(value -> assertThat(value.errorMessages()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"transaction,1", "session,0"})
    void whatIsKeptPreparedBehindAPoolerThatLosesTrackIsRefused(String mode, int problems) {
        try (PgBouncer other = PgBouncer.before(postgres.server(), mode)) {
            for (String url : List.of("", "?prepareThreshold=3")) {
                SinkSetup setup = setup().set("connection.url", other.url(postgres.name()) + url);
                String key = url.isEmpty() ? "connection.prepareThreshold" : "connection.url";
                assertThat(problems(url.isEmpty() ? setup.set(key, "5") : setup, key))
                        .hasSize(problems)
                        .allMatch(problem -> problem.contains("max_prepared_statements"));
                assertThat(problems(setup().set("connection.url", other.url(postgres.name())), key))
                        .isEmpty();
            }
        }
    }

    private static List<String> problems(SinkSetup setup, String key) {
        return new DedupeJdbcSinkConnector()
                .validate(setup.config()).configValues().stream()
                        .filter(value -> value.name().equals(key))
                        .flatMap(value -> value.errorMessages().stream())
                        .toList();
    }

    @Test
    void commitsThatGetLostBehindItAreNoticedThoughTheConnectionStays() {
        List<SinkRecord> log = new ArrayList<>(payments(0, 10));
        try (PartitionWorker worker = new PartitionWorker(setup().config(), log, 0)) {
            worker.settle();
            postgres.run("DELETE FROM payments; DELETE FROM processed_events; UPDATE accounts SET balance = 0;"
                    + " UPDATE processed_offsets SET next_offset = 0");
            log.addAll(payments(10, 12));
            worker.settle();
            assertThat(worker.rewinds()).isEqualTo(1);
        }
        eachAppliedOnce(12);
    }
}
