package io.effectivelyonce.spine.metrics;

import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows what a task measures: through the worker from Kafka 4.1 on, as {@code kafka.connect:type=plugins,connector=C,task=N},
 * and on older workers as {@code io.effectivelyonce:type=plugins,connector=C,task=N}, under the same names and tags. Any
 * thread may add a metric.
 */
public final class TaskMetrics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskMetrics.class);

    /** How Connect names the thread of a task; nothing else tells a task its number. */
    private static final Pattern THREAD = Pattern.compile("task-thread-.*-(\\d+)");

    private final Shown shown;
    private boolean closed;

    private TaskMetrics(Shown shown) {
        this.shown = shown;
    }

    /** The metrics of the task that calls this from its {@code start}. */
    public static TaskMetrics of(SinkTaskContext context) {
        try {
            return new TaskMetrics(WorkerMetrics.of(context));
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            LOG.info("This worker shows no metrics of plugins (that came with Kafka 4.1); they are MBeans in the domain"
                    + " io.effectivelyonce instead.");
            Matcher thread = THREAD.matcher(Thread.currentThread().getName());
            return new TaskMetrics(new JmxMetrics(
                    context.configs().getOrDefault("name", "unnamed"), thread.matches() ? thread.group(1) : "0"));
        }
    }

    /** Shows a metric that nothing divides. */
    public void show(Metric metric, Supplier<? extends Number> value) {
        show(metric, "", value);
    }

    /** Shows a metric for one value of its tag. */
    public synchronized void show(Metric metric, String label, Supplier<? extends Number> value) {
        if (!closed) {
            shown.add(metric, label, value);
        }
    }

    /** Shows what an earlier run of the same task was in the way of, if it has ended. To be called now and then. */
    public synchronized void showWaiting() {
        if (!closed) {
            shown.addWaiting();
        }
    }

    /** Shows nothing any more. */
    @Override
    public synchronized void close() {
        closed = true;
        shown.close();
    }
}
