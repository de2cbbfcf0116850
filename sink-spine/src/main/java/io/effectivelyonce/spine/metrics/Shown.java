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

    /** Shows what could not be shown so far, as far as it can be now. */
    default void addWaiting() {}

    @Override
    void close();
}
