package io.effectivelyonce.spine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.junit.jupiter.api.Test;

class TaskMetricsTest {
    private final OutcomeCounts counts = new OutcomeCounts();

    @Test
    void everyOutcomeIsShownAsItStands() {
        RecordedMetrics worker = new RecordedMetrics();
        TaskMetrics.register(new Context(() -> worker), counts);
        counts.add(Outcome.STALE);
        counts.add(Outcome.STALE);

        assertThat(worker.gauges.keySet())
                .allSatisfy(name -> assertThat(name.name()).isEqualTo("records-total"))
                .extracting(name -> name.tags().get("outcome"))
                .containsExactlyInAnyOrder("applied", "duplicate", "stale", "filtered", "rejected");
        worker.gauges.forEach((name, gauge) -> assertThat(((Gauge<?>) gauge).value(null, 0))
                .isEqualTo("stale".equals(name.tags().get("outcome")) ? 2L : 0L));
    }

    /** As on 3.9 and 4.0, where the context has no such method. */
    @Test
    void aWorkerWithoutPluginMetricsRunsTheTaskAllTheSame() {
        assertThatCode(() -> TaskMetrics.register(
                        new Context(() -> {
                            throw new NoSuchMethodError("pluginMetrics");
                        }),
                        counts))
                .doesNotThrowAnyException();
        assertThatCode(() -> TaskMetrics.register(
                        new Context(() -> {
                            throw new NoClassDefFoundError("PluginMetrics");
                        }),
                        counts))
                .doesNotThrowAnyException();
    }

    private static final class RecordedMetrics implements PluginMetrics {
        final Map<MetricName, MetricValueProvider<?>> gauges = new LinkedHashMap<>();

        @Override
        @SuppressWarnings("NonApiType") // Kafka's interface asks for this class
        public MetricName metricName(String name, String description, LinkedHashMap<String, String> tags) {
            return new MetricName(name, "plugins", description, tags);
        }

        @Override
        public void addMetric(MetricName name, MetricValueProvider<?> provider) {
            gauges.put(name, provider);
        }

        @Override
        public void removeMetric(MetricName name) {
            throw new UnsupportedOperationException("the worker removes metrics by itself");
        }

        @Override
        public Sensor addSensor(String name) {
            throw new UnsupportedOperationException("counts need no sensor");
        }

        @Override
        public void removeSensor(String name) {
            throw new UnsupportedOperationException("counts need no sensor");
        }
    }

    private record Context(Supplier<PluginMetrics> metrics) implements SinkTaskContext {
        @Override
        public PluginMetrics pluginMetrics() {
            return metrics.get();
        }

        @Override
        public Map<String, String> configs() {
            return Map.of();
        }

        @Override
        public void offset(Map<TopicPartition, Long> offsets) {
            throw new UnsupportedOperationException("metrics move no offset");
        }

        @Override
        public void offset(TopicPartition partition, long offset) {
            throw new UnsupportedOperationException("metrics move no offset");
        }

        @Override
        public void timeout(long millis) {
            throw new UnsupportedOperationException("metrics don't wait");
        }

        @Override
        public Set<TopicPartition> assignment() {
            return Set.of();
        }

        @Override
        public void pause(TopicPartition... partitions) {
            throw new UnsupportedOperationException("metrics don't pause");
        }

        @Override
        public void resume(TopicPartition... partitions) {
            throw new UnsupportedOperationException("metrics don't resume");
        }

        @Override
        public void requestCommit() {
            throw new UnsupportedOperationException("metrics don't commit");
        }
    }
}
