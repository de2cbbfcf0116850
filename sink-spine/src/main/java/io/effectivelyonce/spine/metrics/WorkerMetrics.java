package io.effectivelyonce.spine.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows metrics through the worker, as {@code kafka.connect:type=plugins,connector=C,task=N}. The only class that names an API
 * of Kafka 4.1: on older workers it fails to link when it is first used, and not before.
 */
final class WorkerMetrics implements Shown {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMetrics.class);

    private final PluginMetrics worker;
    private final Map<MetricName, Gauge<Number>> waiting = new LinkedHashMap<>();

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
        MetricName name = worker.metricName(metric.name(), metric.description(), tags);
        Gauge<Number> gauge = (config, now) -> value.get();
        if (!isShown(name, gauge)) {
            if (waiting.isEmpty()) {
                LOG.warn(
                        "This worker still shows the metrics of an earlier run of this task, which has not come to its end"
                                + " (a broker that was away keeps tasks from ending); those of this run follow when it has.");
            }
            waiting.put(name, gauge);
        }
    }

    /**
     * A worker that can't end a task in time gives it up, and may start the same task beside it: the metrics of the first are in
     * the way until it ends. They must not keep the second one from its work.
     */
    private boolean isShown(MetricName name, Gauge<Number> gauge) {
        try {
            worker.addMetric(name, gauge);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public void addWaiting() {
        waiting.entrySet().removeIf(each -> isShown(each.getKey(), each.getValue()));
    }

    /** The worker removes them by itself when the task ends. */
    @Override
    public void close() {}
}
