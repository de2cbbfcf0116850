package io.effectivelyonce.endtoend;

import io.effectivelyonce.localstack.WorkerMetrics;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Counts what the sinks refused, read from their metrics. A task's counts begin anew with each start and are looked at now and then,
 * so that what is counted here is a lower bound.
 */
final class Refusals implements AutoCloseable {
    private static final long PAUSE_MS = 300;
    /** The tasks.max of both sinks. */
    private static final int TASKS = 2;

    private final WorkerMetrics metrics;
    private final Map<Counter, Reading> readings = new LinkedHashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "refusals");
        thread.setDaemon(true);
        return thread;
    });

    private final ScheduledFuture<?> sampling;

    Refusals(WorkerMetrics metrics) {
        this.metrics = metrics;
        for (int task = 0; task < TASKS; task++) {
            readings.put(new Counter(Connector.SINK_BUSINESS, task, "duplicate"), new Reading());
            readings.put(new Counter(Connector.SINK_PRODUCTS, task, "stale"), new Reading());
        }
        sampling = clock.scheduleWithFixedDelay(this::sample, PAUSE_MS, PAUSE_MS, TimeUnit.MILLISECONDS);
    }

    /** Reads all counts now; a worker that is down can't be asked, and is passed over. */
    synchronized void sample() {
        for (Map.Entry<Counter, Reading> each : readings.entrySet()) {
            try {
                each.getValue().read(metrics.sum(each.getKey().pattern(), "records-total"));
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Events that the sink of the business tables knew already. */
    long duplicates() {
        return total(Connector.SINK_BUSINESS, "duplicate");
    }

    /** Versions of products that the index was past. */
    long stale() {
        return total(Connector.SINK_PRODUCTS, "stale");
    }

    private synchronized long total(Connector sink, String outcome) {
        return readings.entrySet().stream()
                .filter(each ->
                        each.getKey().sink() == sink && each.getKey().outcome().equals(outcome))
                .mapToLong(each -> each.getValue().total)
                .sum();
    }

    @Override
    public void close() {
        sampling.cancel(true);
        clock.shutdown();
    }

    private record Counter(Connector sink, int task, String outcome) {
        String pattern() {
            return "kafka.connect:type=plugins,connector=" + sink.title() + ",task=" + task + ",outcome=" + outcome
                    + ",*";
        }
    }

    private static final class Reading {
        private long last;
        private long total;

        void read(long now) {
            // less than before: the task has begun anew
            total += now < last ? now : now - last;
            last = now;
        }
    }
}
