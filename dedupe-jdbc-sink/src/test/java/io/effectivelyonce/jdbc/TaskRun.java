package io.effectivelyonce.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
    private final Set<TopicPartition> assigned;
    private OptionalLong rewind = OptionalLong.empty();
    private boolean commitRequested;
    private Map<String, String> configNow;
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private boolean stopped;

    private TaskRun(Map<String, String> config, Set<TopicPartition> assigned) {
        this.assigned = assigned;
        configNow = config;
        task.initialize(new Context());
        task.start(config);
        task.open(assigned);
    }

    static TaskRun start(Map<String, String> config) {
        return new TaskRun(config, Set.of(Events.PARTITION));
    }

    /** With this partition instead of the usual one. */
    static TaskRun startAt(Map<String, String> config, TopicPartition only) {
        return new TaskRun(config, Set.of(only));
    }

    /** With another partition beside the usual one. */
    static TaskRun start(Map<String, String> config, TopicPartition another) {
        return new TaskRun(config, Set.of(Events.PARTITION, another));
    }

    /** From now on the configuration reads like this, as when a config provider gives another value. */
    void configReads(Map<String, String> config) {
        configNow = config;
    }

    /** Connect stands here with the partition. */
    void standsAt(long position) {
        delivered.put(Events.PARTITION, new OffsetAndMetadata(position));
        committed.put(Events.PARTITION, position);
    }

    /** Where the task wants to go back to; told once. */
    OptionalLong takeRewind() {
        OptionalLong told = rewind;
        rewind = OptionalLong.empty();
        return told;
    }

    /** Whether the task wants a commit; told once. */
    boolean takeCommitRequest() {
        boolean told = commitRequested;
        commitRequested = false;
        return told;
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
        return committable(Events.PARTITION);
    }

    /** The same for one of several partitions. What the task leaves out keeps the offset that was committed last. */
    long committable(TopicPartition partition) {
        OffsetAndMetadata offset = task.preCommit(delivered).get(partition);
        if (offset != null) {
            committed.put(partition, offset.offset());
        }
        return committed.getOrDefault(partition, 0L);
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

    /** Polls on until everything that was delivered of the partition has its outcome. */
    void settleOnly(TopicPartition partition) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .pollInSameThread()
                .until(() -> {
                    task.put(List.of());
                    return committable(partition) == delivered.get(partition).offset();
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

    /** How often a transaction was undone for this SQLSTATE, so far. */
    long refusals(String state) {
        Gauge<?> retries = gauges.get("retries-total " + state);
        return retries == null ? 0 : ((Number) retries.value(null, 0)).longValue();
    }

    Number metric(String name) {
        return metric(name, "");
    }

    /** Gives the partition back after it was taken away. */
    void assign() {
        delivered.clear();
        task.open(Set.of(Events.PARTITION));
    }

    /** Gives another partition to the task. */
    void assign(TopicPartition partition) {
        task.open(Set.of(partition));
    }

    /** Takes the partition away, as a rebalance does. */
    void revoke() {
        task.close(assigned);
    }

    /** Takes one of the partitions away. */
    void revoke(TopicPartition partition) {
        task.close(Set.of(partition));
        delivered.remove(partition);
        committed.remove(partition);
    }

    /** Ends the task in whatever state it is; its committed offset is not moved. */
    void stop() {
        if (!stopped) {
            stopped = true;
            task.close(assigned);
            task.stop();
        }
    }

    @Override
    public void close() {
        stop();
    }

    private final class Context implements SinkTaskContext {
        @Override
        public Map<String, String> configs() {
            return configNow;
        }

        @Override
        public void offset(Map<TopicPartition, Long> offsets) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void offset(TopicPartition partition, long offset) {
            rewind = OptionalLong.of(offset);
        }

        @Override
        public void timeout(long timeoutMs) {}

        @Override
        public Set<TopicPartition> assignment() {
            return assigned;
        }

        @Override
        public void pause(TopicPartition... partitions) {}

        @Override
        public void resume(TopicPartition... partitions) {}

        @Override
        public void requestCommit() {
            commitRequested = true;
        }

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
