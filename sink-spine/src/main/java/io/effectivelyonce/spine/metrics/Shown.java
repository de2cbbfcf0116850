package io.effectivelyonce.spine.metrics;

import java.util.function.Supplier;

/** Where a task's metrics can be seen. */
interface Shown extends AutoCloseable {
    /**
     * Shows a metric from now on.
     *
     * @param label the value of the metric's tag; empty if it has none
     */
    void add(Metric metric, String label, Supplier<? extends Number> value);

    @Override
    void close();
}
