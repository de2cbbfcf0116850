package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.Settled;
import io.effectivelyonce.spine.metrics.Counts;
import io.effectivelyonce.spine.metrics.Metric;
import io.effectivelyonce.spine.metrics.Recent;
import io.effectivelyonce.spine.metrics.TaskMetrics;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** What the writer of a task measures. */
final class WritingMetrics {
    private static final String RECENTLY = " of the last half minute to minute.";

    private static final Metric BATCHES =
            Metric.of("batches-total", "Transactions with events that were committed since the task started.");
    private static final Metric BATCH_MS_AVG =
            Metric.of("batch-ms-avg", "Average milliseconds of a committed transaction, COMMIT included," + RECENTLY);
    private static final Metric BATCH_MS_MAX =
            Metric.of("batch-ms-max", "Longest milliseconds of a committed transaction, COMMIT included," + RECENTLY);
    private static final Metric BATCH_RECORDS_AVG =
            Metric.of("batch-records-avg", "Average records of a committed transaction" + RECENTLY);
    private static final Metric RETRIES = Metric.by(
            "cause",
            "retries-total",
            "Transactions that were undone and tried again since the task started, by SQLSTATE; its first two letters are"
                    + " the class. none if the server gave no state.");
    private static final Metric DEADLOCKS =
            Metric.of("deadlocks-total", "Transactions that the database ended to resolve a deadlock (40P01).");
    private static final Metric TIES = Metric.of(
            "version-ties-total",
            "Records with a new event id and the version at which their row stood already. They count as duplicate, but may"
                    + " be two changes that were given one version.");
    private static final Metric WAITING =
            Metric.of("waiting", "1 while the database can't take what is to be written, else 0.");
    private static final Metric WAITING_SINCE = Metric.of(
            "waiting-since-ms", "Since when, in milliseconds since 1970, the database can't take writes; 0 if it can.");
    private static final Metric EVENT_TO_COMMIT_AVG = Metric.of(
            "event-to-commit-ms-avg",
            "Average milliseconds from the event (event.time.from, else the record's timestamp) to the commit of its"
                    + " effect," + RECENTLY);
    private static final Metric EVENT_TO_COMMIT_MAX = Metric.of(
            "event-to-commit-ms-max",
            "Longest milliseconds from the event (event.time.from, else the record's timestamp) to the commit of its"
                    + " effect," + RECENTLY);
    private static final Metric HORIZON = Metric.of(
            "claims-horizon-ms",
            "The beginning of the oldest UTC day whose claims are all kept, in milliseconds since 1970; 0 if claims are"
                    + " kept for ever.");
    private static final Metric OLDEST_DAY = Metric.of(
            "claims-oldest-ms",
            "The beginning of the UTC day of the oldest partition of the claims, in milliseconds since 1970; 0 without"
                    + " partitions.");

    /** What this sink shows beside what every sink shows. */
    static final List<Metric> METRICS = List.of(
            BATCHES,
            BATCH_MS_AVG,
            BATCH_MS_MAX,
            BATCH_RECORDS_AVG,
            RETRIES,
            DEADLOCKS,
            TIES,
            WAITING,
            WAITING_SINCE,
            EVENT_TO_COMMIT_AVG,
            EVENT_TO_COMMIT_MAX,
            HORIZON,
            OLDEST_DAY);

    private static final String DEADLOCK = "40P01";

    private final LongAdder batches = new LongAdder();
    private final LongAdder deadlocks = new LongAdder();
    private final LongAdder ties = new LongAdder();
    private final Recent batchMillis = new Recent();
    private final Recent batchRecords = new Recent();
    private final Recent eventToCommit = new Recent();
    private final Counts retries;
    private final TaskMetrics metrics;
    private volatile long waitingSince;

    WritingMetrics(TaskMetrics metrics) {
        this.metrics = metrics;
        this.retries = new Counts(RETRIES, metrics);
        metrics.show(BATCHES, batches::sum);
        metrics.show(BATCH_MS_AVG, batchMillis::average);
        metrics.show(BATCH_MS_MAX, batchMillis::max);
        metrics.show(BATCH_RECORDS_AVG, batchRecords::average);
        metrics.show(DEADLOCKS, deadlocks::sum);
        metrics.show(TIES, ties::sum);
        metrics.show(WAITING, () -> waitingSince == 0 ? 0 : 1);
        metrics.show(WAITING_SINCE, () -> waitingSince);
        metrics.show(EVENT_TO_COMMIT_AVG, eventToCommit::average);
        metrics.show(EVENT_TO_COMMIT_MAX, eventToCommit::max);
    }

    /** Shows from which day on claims are all kept, and from which on there are any. */
    void showDays(Supplier<Optional<LocalDate>> horizon, Supplier<Optional<LocalDate>> oldest) {
        metrics.show(HORIZON, () -> millis(horizon.get()));
        metrics.show(OLDEST_DAY, () -> millis(oldest.get()));
    }

    private static long millis(Optional<LocalDate> day) {
        return day.map(first -> first.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli())
                .orElse(0L);
    }

    /** A transaction is committed. */
    void committed(List<Settled<JdbcEvent>> outcomes, Duration took) {
        waitsNoMore();
        if (outcomes.isEmpty()) {
            // offsets alone: they would make batches look smaller and quicker than they are
            return;
        }
        batches.increment();
        batchMillis.add(took.toNanos() / 1e6);
        batchRecords.add(outcomes.size());
        long now = System.currentTimeMillis();
        for (Settled<JdbcEvent> settled : outcomes) {
            if (settled instanceof Settled.Done<JdbcEvent> done && done.outcome() == Outcome.APPLIED) {
                time(done.entry()).ifPresent(at -> eventToCommit.add((double) Math.max(0, now - at)));
            }
        }
    }

    /** So many events of a committed transaction were version ties. */
    void versionTies(int more) {
        ties.add(more);
    }

    private static Optional<Long> time(Entry<JdbcEvent> entry) {
        return entry.event()
                .time()
                .map(Instant::toEpochMilli)
                .or(() -> Optional.ofNullable(entry.record().timestamp()));
    }

    /** Nothing is left that the database can't take. */
    void waitsNoMore() {
        waitingSince = 0;
    }

    /** A transaction was undone, and is tried again later. */
    void waits(SqlFault fault) {
        retries.add(fault.sqlState().isEmpty() ? "none" : fault.sqlState());
        if (fault.sqlState().equals(DEADLOCK)) {
            deadlocks.increment();
        }
        if (waitingSince == 0) {
            waitingSince = System.currentTimeMillis();
        }
    }
}
