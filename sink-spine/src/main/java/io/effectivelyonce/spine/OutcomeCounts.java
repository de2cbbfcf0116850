package io.effectivelyonce.spine;

import io.effectivelyonce.spine.metrics.Counts;
import io.effectivelyonce.spine.metrics.Metric;
import io.effectivelyonce.spine.metrics.TaskMetrics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/** How many records of a task ended in which outcome since the task started, and how those fare that have none yet. */
public final class OutcomeCounts {
    private static final Metric RECORDS =
            Metric.by("outcome", "records-total", "Records that ended in this outcome since the task started.");
    private static final Metric DEAD_LETTERS = Metric.by(
            "reason",
            "dead-letters-total",
            "Records that were rejected for this reason since the task started: a SQLSTATE or another code of the server,"
                    + " or record if the record could not be read.");
    private static final Metric OLDEST_PENDING = Metric.of(
            "oldest-pending-ms",
            "Milliseconds since the oldest record without an outcome was delivered; 0 if there is none.");
    private static final Metric WATERMARK_LAG = Metric.of(
            "watermark-lag",
            "Largest distance, over the task's partitions, from the watermark to the last delivered offset, in offsets.");

    /** What every sink shows. */
    public static final List<Metric> METRICS = List.of(RECORDS, DEAD_LETTERS, OLDEST_PENDING, WATERMARK_LAG);

    private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);
    private Optional<TaskMetrics> metrics = Optional.empty();
    private Optional<Counts> deadLetters = Optional.empty();
    private volatile OptionalLong oldestSince = OptionalLong.empty();
    private volatile long lag;

    public OutcomeCounts() {
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    /** Shows all of it, until the task ends. */
    public void showIn(TaskMetrics shown) {
        metrics = Optional.of(shown);
        deadLetters = Optional.of(new Counts(DEAD_LETTERS, shown));
        counts.forEach((outcome, count) -> shown.show(RECORDS, outcome.label(), count::sum));
        shown.show(OLDEST_PENDING, this::oldestPendingMillis);
        shown.show(WATERMARK_LAG, () -> lag);
    }

    private long oldestPendingMillis() {
        OptionalLong since = oldestSince;
        return since.isPresent() ? (System.nanoTime() - since.getAsLong()) / 1_000_000 : 0;
    }

    void add(Outcome outcome) {
        counts.get(outcome).increment();
    }

    void rejected(String reason) {
        add(Outcome.REJECTED);
        deadLetters.ifPresent(letters -> letters.add(reason));
    }

    /**
     * Notes how things stand.
     *
     * @param since when the oldest record without an outcome was delivered, on the clock of {@link System#nanoTime()}
     */
    void pending(OptionalLong since, long offsets) {
        oldestSince = since;
        lag = offsets;
        metrics.ifPresent(TaskMetrics::showWaiting);
    }

    void close() {
        metrics.ifPresent(TaskMetrics::close);
    }

    public long of(Outcome outcome) {
        return counts.get(outcome).sum();
    }
}
