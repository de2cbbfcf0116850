package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.metrics.TaskMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.awaitility.Awaitility;

/** A sink task as a worker drives it: delivers, asks for offsets, keeps the dead letters and reads the metrics. */
final class ConnectTask implements SinkTaskContext, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final VersionedElasticsearchSinkTask task = new VersionedElasticsearchSinkTask();
    private final Map<String, String> config;
    private final Map<TopicPartition, OffsetAndMetadata> delivered = new HashMap<>();
    private final Set<TopicPartition> paused = new HashSet<>();
    private final List<DeadLetter> deadLetters = new ArrayList<>();
    private final Map<String, Gauge<?>> metrics = new ConcurrentHashMap<>();
    private final boolean showsMetrics;

    /** What was reported, and why. */
    record DeadLetter(SinkRecord record, String reason) {}

    private ConnectTask(Map<String, String> config, boolean showsMetrics) {
        this.config = config;
        this.showsMetrics = showsMetrics;
    }

    /** A task of a sink that takes versions from the header {@code version}, tolerates errors, and doesn't wait long. */
    static ConnectTask start(String url, Map<String, String> changes) {
        return start(url, changes, true);
    }

    /** The same on a worker from before Kafka 4.1, which shows no metrics of plugins. */
    static ConnectTask startOnOldWorker(String url, Map<String, String> changes) {
        return start(url, changes, false);
    }

    private static ConnectTask start(String url, Map<String, String> changes, boolean showsMetrics) {
        Map<String, String> config = new HashMap<>(Map.of(
                "name", "products",
                "topics", "products",
                "connection.url", url,
                "version.from", "header.version",
                "behavior.on.null.values", "delete",
                "retry.backoff.ms", "20",
                "retry.backoff.max.ms", "200",
                "errors.tolerance", "all",
                "errors.deadletterqueue.topic.name", "dead"));
        config.putAll(changes);
        ConnectTask started = new ConnectTask(config, showsMetrics);
        started.task.initialize(started);
        started.task.start(config);
        return started;
    }

    /** Assigns the partitions of these records and delivers them, as one poll. */
    ConnectTask deliver(List<SinkRecord> records) {
        Set<TopicPartition> fresh = new HashSet<>();
        for (SinkRecord record : records) {
            TopicPartition partition = partition(record);
            if (!delivered.containsKey(partition)) {
                fresh.add(partition);
            }
            delivered.put(partition, new OffsetAndMetadata(record.originalKafkaOffset() + 1));
        }
        if (!fresh.isEmpty()) {
            task.open(fresh);
        }
        task.put(records);
        return this;
    }

    private static TopicPartition partition(SinkRecord record) {
        return new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
    }

    /** A poll that brought nothing. */
    ConnectTask poll() {
        task.put(List.of());
        return this;
    }

    /** Polls on until the offsets of all that was delivered may be committed. */
    ConnectTask awaitAll() {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
            poll();
            assertThat(committable()).isEqualTo(delivered);
        });
        return this;
    }

    /** Polls on for a while, in which not all of what was delivered gets an outcome and the task goes on running. */
    ConnectTask staysUnsettled(Duration atLeast) {
        Awaitility.await()
                .during(atLeast)
                .atMost(atLeast.plus(PATIENCE))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    poll();
                    return !committable().equals(delivered);
                });
        return this;
    }

    /** Polls until the task stops, and gives back why. */
    ConnectException awaitStop() {
        return Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(this::failureOfAPoll, Optional::isPresent)
                .orElseThrow();
    }

    private Optional<ConnectException> failureOfAPoll() {
        try {
            poll();
            return Optional.empty();
        } catch (ConnectException e) {
            return Optional.of(e);
        }
    }

    /** What may be committed now. */
    Map<TopicPartition, OffsetAndMetadata> committable() {
        return task.preCommit(Map.copyOf(delivered));
    }

    /** The worker takes all partitions away and brings the same records again, from the beginning. */
    void revokeAll() {
        task.close(Set.copyOf(delivered.keySet()));
        delivered.clear();
        paused.clear();
    }

    /** The worker takes one partition away, for good. */
    void revoke(TopicPartition partition) {
        task.close(Set.of(partition));
        delivered.remove(partition);
        paused.remove(partition);
    }

    long count(Outcome outcome) {
        return (Long) metric("records-total " + outcome.label());
    }

    /** A metric that nothing divides by its name, another by name and label. */
    Number metric(String name) {
        return (Number) metrics.get(name).value(null, 0);
    }

    private static String nameIn(MetricName metric) {
        return metric.name()
                + metric.tags().values().stream().map(label -> " " + label).collect(Collectors.joining());
    }

    /** For parts of a task that stand alone. */
    static TaskMetrics metricsNobodyReads() {
        return TaskMetrics.of(new ConnectTask(Map.of(), true));
    }

    List<DeadLetter> deadLetters() {
        return deadLetters;
    }

    boolean pausedAnything() {
        return !paused.isEmpty();
    }

    @Override
    public void close() {
        if (!delivered.isEmpty()) {
            task.close(Set.copyOf(delivered.keySet()));
        }
        task.stop();
    }

    @Override
    public ErrantRecordReporter errantRecordReporter() {
        return new ErrantRecordReporter() {
            @Override
            public Future<Void> report(SinkRecord record, Throwable error) {
                deadLetters.add(new DeadLetter(record, error.getMessage()));
                return CompletableFuture.completedFuture(null);
            }
        };
    }

    @Override
    public PluginMetrics pluginMetrics() {
        if (!showsMetrics) {
            throw new NoSuchMethodError("pluginMetrics");
        }
        return new PluginMetrics() {
            @Override
            @SuppressWarnings("NonApiType") // the interface has it so
            public MetricName metricName(String name, String description, LinkedHashMap<String, String> tags) {
                return new MetricName(name, "plugins", description, tags);
            }

            @Override
            public void addMetric(MetricName name, MetricValueProvider<?> value) {
                metrics.put(nameIn(name), (Gauge<?>) value);
            }

            @Override
            public void removeMetric(MetricName name) {
                metrics.remove(nameIn(name));
            }

            @Override
            public Sensor addSensor(String name) {
                throw new UnsupportedOperationException(name);
            }

            @Override
            public void removeSensor(String name) {
                throw new UnsupportedOperationException(name);
            }
        };
    }

    @Override
    public Map<String, String> configs() {
        return config;
    }

    @Override
    public void offset(Map<TopicPartition, Long> offsets) {
        throw new UnsupportedOperationException("this sink never rewinds");
    }

    @Override
    public void offset(TopicPartition partition, long offset) {
        throw new UnsupportedOperationException("this sink never rewinds");
    }

    @Override
    public void timeout(long millis) {
        // polled often enough anyway
    }

    @Override
    public Set<TopicPartition> assignment() {
        return delivered.keySet();
    }

    @Override
    public void pause(TopicPartition... partitions) {
        paused.addAll(List.of(partitions));
    }

    @Override
    public void resume(TopicPartition... partitions) {
        paused.removeAll(List.of(partitions));
    }

    @Override
    public void requestCommit() {
        // asked for at every poll anyway
    }
}
