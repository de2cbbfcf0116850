package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.OutcomeCounts;
import io.effectivelyonce.spine.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricsIT {
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

    @Test
    void batchesRejectionsAndTheWayToTheCommitAreMeasured() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payment(0, id(1), 5), payment(1, id(1), 5), payment(2, id(2), 5_000), payment(3, id(3), "x"));
            assertThat(task.outcomes("applied")).isEqualTo(1);
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
            assertThat(task.outcomes("rejected")).isEqualTo(2);
            assertThat(task.metric("dead-letters-total", "23514")).isEqualTo(1L);
            assertThat(task.metric("dead-letters-total", "22P02")).isEqualTo(1L);
            assertThat(task.metric("batches-total").longValue()).isPositive();
            assertThat(task.metric("batch-ms-avg").doubleValue()).isPositive();
            assertThat(task.metric("batch-ms-max").doubleValue())
                    .isGreaterThanOrEqualTo(task.metric("batch-ms-avg").doubleValue());
            assertThat(task.metric("batch-records-avg").doubleValue()).isBetween(1.0, 2.0);
            assertThat(task.metric("event-to-commit-ms-max").doubleValue()).isGreaterThan(1e10);
            assertThat(task.metric("watermark-lag")).isEqualTo(0L);
            assertThat(task.metric("oldest-pending-ms")).isEqualTo(0L);
            assertThat(task.metric("claims-horizon-ms")).isEqualTo(0L);
        }
    }

    @Test
    void whileTheDatabaseCannotTakeABatchTheTaskSaysThatItWaitsAndWhy() {
        postgres.run("CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$");
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payment(0, id(1), 5));
            assertThat(task.metric("waiting")).isEqualTo(0);
            postgres.run("CREATE TRIGGER full_disk BEFORE INSERT ON payments EXECUTE FUNCTION full_disk()");
            task.put(payment(1, id(2), 6));
            Awaitility.await().pollInSameThread().until(() -> {
                task.put();
                return task.metric("waiting").equals(1)
                        && task.metric("oldest-pending-ms").longValue() > 0;
            });
            assertThat(task.metric("waiting-since-ms").longValue())
                    .isLessThanOrEqualTo(System.currentTimeMillis())
                    .isPositive();
            assertThat(task.metric("watermark-lag")).isEqualTo(1L);
            assertThat(task.metric("retries-total", "53100").longValue()).isPositive();
            postgres.run("DROP TRIGGER full_disk ON payments");
            task.settle();
            assertThat(task.metric("waiting")).isEqualTo(0);
            assertThat(task.metric("waiting-since-ms")).isEqualTo(0L);
        }
    }

    @Test
    void thePageNamesEveryMetricWithItsTagAndDescription() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("house.root"), "docs", "metrics.md"));
        List<Metric> metrics = Stream.concat(OutcomeCounts.METRICS.stream(), WritingMetrics.METRICS.stream())
                .toList();
        for (Metric metric : metrics) {
            assertThat(page)
                    .contains("| `" + metric.name() + "` | "
                            + (metric.tag().isEmpty() ? "" : "`" + metric.tag() + "`") + " | " + metric.description()
                            + " |");
        }
    }
}
