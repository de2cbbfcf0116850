package io.effectivelyonce.spine;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows a task's counts as {@code kafka.connect:type=plugins,connector=C,task=N,outcome=O}, attribute {@code records-total}.
 *
 * <p>Workers before 4.1 have no metrics for plugins: there the task runs without.
 */
public final class TaskMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(TaskMetrics.class);

    private TaskMetrics() {}

    /** Registers the counts with the worker, which removes them when the task ends. */
    public static void register(SinkTaskContext context, OutcomeCounts counts) {
        try {
            WorkerMetrics.register(context, counts);
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            LOG.info("This worker has no metrics for plugins (they came with Kafka 4.1); the task runs without.");
        }
    }

    /** The only class that names the API of 4.1: on older workers it fails to link when it is first used, and not before. */
    private static final class WorkerMetrics {
        static void register(SinkTaskContext context, OutcomeCounts counts) {
            var metrics = context.pluginMetrics();
            for (Outcome outcome : Outcome.values()) {
                var name = metrics.metricName(
                        "records-total",
                        "Records that ended in this outcome since the task started.",
                        new LinkedHashMap<>(Map.of("outcome", outcome.label())));
                metrics.addMetric(name, (Gauge<Long>) (config, now) -> counts.of(outcome));
            }
        }
    }
}
