package io.effectivelyonce.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.awaitility.Awaitility;

/** The real task, driven as a worker drives it: put, preCommit, close, stop, all on one thread. */
final class TaskRun implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A dead letter and its reason. */
    record Letter(SinkRecord record, Throwable reason) {}

    private final DedupeJdbcSinkTask task = new DedupeJdbcSinkTask();
    private final Map<String, Gauge<?>> gauges = new ConcurrentHashMap<>();
    private final List<Letter> letters = Collections.synchronizedList(new ArrayList<>());
    private final Map<TopicPartition, OffsetAndMetadata> delivered = new LinkedHashMap<>();
    private boolean stopped;

    private TaskRun(Map<String, String> config) {
        task.initialize(new Context(config));
        task.start(config);
        task.open(Set.of(Events.PARTITION));
    }

    static TaskRun start(Map<String, String> config) {
        return new TaskRun(config);
    }

    /** Hands records to the task. */
    void put(Collection<SinkRecord> records) {
        for (SinkRecord record : records) {
            delivered.put(
                    new TopicPartition(record.originalTopic(), record.originalKafkaPartition()),
                    new OffsetAndMetadata(record.originalKafkaOffset() + 1));
        }
        task.put(records);
    }

    void put(SinkRecord... records) {
        put(List.of(records));
    }

    /** The offset that the worker would commit now. */
    long committable() {
        OffsetAndMetadata offset = task.preCommit(delivered).get(Events.PARTITION);
        return offset == null ? -1 : offset.offset();
    }

    /** Polls on until everything that was delivered has its outcome. */
    void settle() {
        settleWithin(PATIENCE);
    }

    void settleWithin(Duration patience) {
        Awaitility.await()
                .atMost(patience)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .pollInSameThread()
                .until(() -> {
                    task.put(List.of());
                    return task.preCommit(delivered).equals(delivered);
                });
    }

    /** Delivers, and polls on until everything has its outcome. */
    void write(Collection<SinkRecord> records) {
        put(records);
        settle();
    }

    void write(SinkRecord... records) {
        write(List.of(records));
    }

    List<Letter> letters() {
        return letters;
    }

    long outcomes(String outcome) {
        return metric("records-total", outcome).longValue();
    }

    /** A metric for one value of its tag. */
    Number metric(String name, String label) {
        return (Number) gauges.get(name + " " + label).value(null, 0);
    }

    /** Whether a transaction was tried again because of this SQLSTATE. */
    boolean retriedFor(String state) {
        return gauges.containsKey("retries-total " + state);
    }

    Number metric(String name) {
        return metric(name, "");
    }

    /** Takes the partition away, as a rebalance does. */
    void revoke() {
        task.close(Set.of(Events.PARTITION));
    }

    /** Ends the task in whatever state it is; its committed offset is not moved. */
    void stop() {
        if (!stopped) {
            stopped = true;
            task.close(Set.of(Events.PARTITION));
            task.stop();
        }
    }

    @Override
    public void close() {
        stop();
    }

    private final class Context implements SinkTaskContext {
        private final Map<String, String> config;

        Context(Map<String, String> config) {
            this.config = config;
        }

        @Override
        public Map<String, String> configs() {
            return config;
        }

        @Override
        public void offset(Map<TopicPartition, Long> offsets) {}

        @Override
        public void offset(TopicPartition partition, long offset) {}

        @Override
        public void timeout(long timeoutMs) {}

        @Override
        public Set<TopicPartition> assignment() {
            return Set.of(Events.PARTITION);
        }

        @Override
        public void pause(TopicPartition... partitions) {}

        @Override
        public void resume(TopicPartition... partitions) {}

        @Override
        public void requestCommit() {}

        @Override
        public ErrantRecordReporter errantRecordReporter() {
            return (record, error) -> {
                letters.add(new Letter(record, error));
                return CompletableFuture.completedFuture(null);
            };
        }

        @Override
        public PluginMetrics pluginMetrics() {
            return new Metrics();
        }
    }

    /** Keeps the gauges by their name and the value of their tag. */
    private final class Metrics implements PluginMetrics {
        @Override
        @SuppressWarnings("NonApiType") // Connect's interface has it so
        public MetricName metricName(String name, String description, LinkedHashMap<String, String> tags) {
            return new MetricName(name, "plugins", description, tags);
        }

        @Override
        public void addMetric(MetricName name, MetricValueProvider<?> provider) {
            gauges.put(name.name() + " " + String.join("", name.tags().values()), (Gauge<?>) provider);
        }

        @Override
        public void removeMetric(MetricName name) {}

        @Override
        public Sensor addSensor(String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void removeSensor(String name) {}
    }
}
