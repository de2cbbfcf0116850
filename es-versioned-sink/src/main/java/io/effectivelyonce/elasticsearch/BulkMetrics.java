package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.metrics.Counts;
import io.effectivelyonce.spine.metrics.Metric;
import io.effectivelyonce.spine.metrics.Recent;
import io.effectivelyonce.spine.metrics.TaskMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** What the lanes of a task measure. */
final class BulkMetrics {
    private static final String RECENTLY = " of the last half minute to minute.";

    private static final Metric BATCHES =
            Metric.of("batches-total", "Bulk requests that a server took since the task started.");
    private static final Metric BATCH_MS_AVG = Metric.of(
            "batch-ms-avg",
            "Average milliseconds from sending a bulk request to the end of its answer, if a server took it,"
                    + RECENTLY);
    private static final Metric BATCH_MS_MAX = Metric.of(
            "batch-ms-max",
            "Longest milliseconds from sending a bulk request to the end of its answer, if a server took it,"
                    + RECENTLY);
    private static final Metric BATCH_RECORDS_AVG =
            Metric.of("batch-records-avg", "Average operations of a bulk request that a server took," + RECENTLY);
    private static final Metric BATCH_BYTES_AVG =
            Metric.of("batch-bytes-avg", "Average bytes on the wire of a bulk request that a server took," + RECENTLY);
    private static final Metric BYTES = Metric.of(
            "bytes-total",
            "Bytes of all bulk requests since the task started, compressed if they are, repeated ones included.");
    private static final Metric IN_FLIGHT =
            Metric.of("batches-in-flight", "Bulk requests that are under way now, at most max.in.flight.requests.");
    private static final Metric SUPERSEDED = Metric.of(
            "superseded-total",
            "Records that were never sent, since a newer one of their document was there before their turn came. In"
                    + " records-total they are what they would have been one by one: applied or stale.");
    private static final Metric RETRIES = Metric.by(
            "cause",
            "retries-total",
            "Operations that had to be tried again, by the status that the server gave them or their request; none if no"
                    + " answer came.");
    private static final Metric WAITING =
            Metric.of("waiting", "1 while anything waits for the server to take it, else 0.");
    private static final Metric WAITING_SINCE = Metric.of(
            "waiting-since-ms",
            "Since when, in milliseconds since 1970, something has been waiting for the server to take it; 0 if nothing.");

    /** What this sink shows beside what every sink shows. */
    static final List<Metric> METRICS = List.of(
            BATCHES,
            BATCH_MS_AVG,
            BATCH_MS_MAX,
            BATCH_RECORDS_AVG,
            BATCH_BYTES_AVG,
            BYTES,
            IN_FLIGHT,
            SUPERSEDED,
            RETRIES,
            WAITING,
            WAITING_SINCE);

    private final LongAdder batches = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder superseded = new LongAdder();
    private final Recent batchMillis = new Recent();
    private final Recent batchRecords = new Recent();
    private final Recent batchBytes = new Recent();
    private final Counts retries;
    private final TaskMetrics metrics;
    private int lanesWaiting;
    private long waitingSince;

    BulkMetrics(TaskMetrics metrics) {
        this.metrics = metrics;
        this.retries = new Counts(RETRIES, metrics);
        metrics.show(BATCHES, batches::sum);
        metrics.show(BATCH_MS_AVG, batchMillis::average);
        metrics.show(BATCH_MS_MAX, batchMillis::max);
        metrics.show(BATCH_RECORDS_AVG, batchRecords::average);
        metrics.show(BATCH_BYTES_AVG, batchBytes::average);
        metrics.show(BYTES, bytes::sum);
        metrics.show(SUPERSEDED, superseded::sum);
        metrics.show(WAITING, () -> waitingSince() == 0 ? 0 : 1);
        metrics.show(WAITING_SINCE, this::waitingSince);
    }

    /** Shows how many requests are under way. */
    void showInFlight(IntSupplier inFlight) {
        metrics.show(IN_FLIGHT, inFlight::getAsInt);
    }

    /** So much goes out. */
    void sending(int wireBytes) {
        bytes.add(wireBytes);
    }

    /** A server took a request. */
    void taken(int operations, int wireBytes, Duration took) {
        batches.increment();
        batchMillis.add(took.toNanos() / 1e6);
        batchRecords.add(operations);
        batchBytes.add(wireBytes);
    }

    /** Operations have to be tried again: how many for which cause. */
    void again(Map<String, Integer> byCause) {
        byCause.forEach((cause, operations) -> {
            for (int i = 0; i < operations; i++) {
                retries.add(cause);
            }
        });
    }

    void superseded(int records) {
        superseded.add(records);
    }

    /** A lane begins to wait. */
    synchronized void waiting() {
        lanesWaiting++;
        if (waitingSince == 0) {
            waitingSince = System.currentTimeMillis();
        }
    }

    /** A lane that waited got something through, or has nothing to wait for any more. */
    synchronized void notWaiting() {
        lanesWaiting--;
        if (lanesWaiting == 0) {
            waitingSince = 0;
        }
    }

    private synchronized long waitingSince() {
        return waitingSince;
    }
}
