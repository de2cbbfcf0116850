package io.effectivelyonce.spine.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of one metric by the value of its tag; a value is shown from its first occurrence on. Safe for any thread. */
public final class Counts {
    private final Metric metric;
    private final TaskMetrics metrics;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    public Counts(Metric metric, TaskMetrics metrics) {
        this.metric = metric;
        this.metrics = metrics;
    }

    public void add(String label) {
        counts.computeIfAbsent(label, this::begin).increment();
    }

    private LongAdder begin(String label) {
        LongAdder count = new LongAdder();
        metrics.show(metric, label, count::sum);
        return count;
    }
}
