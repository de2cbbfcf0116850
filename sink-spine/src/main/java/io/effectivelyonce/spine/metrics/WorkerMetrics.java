package io.effectivelyonce.spine.metrics;

import java.util.LinkedHashMap;
import java.util.function.Supplier;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Shows metrics through the worker, as {@code kafka.connect:type=plugins,connector=C,task=N}. The only class that names an API
 * of Kafka 4.1: on older workers it fails to link when it is first used, and not before.
 */
final class WorkerMetrics implements Shown {
    private final PluginMetrics worker;

    private WorkerMetrics(PluginMetrics worker) {
        this.worker = worker;
    }

    static Shown of(SinkTaskContext context) {
        return new WorkerMetrics(context.pluginMetrics());
    }

    @Override
    public void add(Metric metric, String label, Supplier<? extends Number> value) {
        LinkedHashMap<String, String> tags = new LinkedHashMap<>();
        if (!metric.tag().isEmpty()) {
            tags.put(metric.tag(), label);
        }
        worker.addMetric(worker.metricName(metric.name(), metric.description(), tags), (Gauge<Number>)
                (config, now) -> value.get());
    }

    /** The worker removes them by itself when the task ends. */
    @Override
    public void close() {}
}
