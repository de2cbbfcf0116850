package io.effectivelyonce.spine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskMetricsTest {
    private static final Metric TOTAL = Metric.of("batches-total", "Batches.");
    private static final Metric RETRIES = Metric.by("cause", "retries-total", "Retries.");

    private final MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();

    /** As on 3.9 and 4.0, where the context has no such method. */
    private static Stream<Error> olderWorkers() {
        return Stream.of(new NoSuchMethodError("pluginMetrics"), new NoClassDefFoundError("PluginMetrics"));
    }

    private static TaskMetrics onOlderWorker(Error missing) {
        return TaskMetrics.of(new Context(() -> {
            throw missing;
        }));
    }

    @Test
    void aNewWorkerShowsThem() {
        RecordedMetrics worker = new RecordedMetrics();
        TaskMetrics metrics = TaskMetrics.of(new Context(() -> worker));
        metrics.show(TOTAL, () -> 3);
        new Counts(RETRIES, metrics).add("40P01");

        assertThat(worker.gauges).hasSize(2);
        worker.gauges.forEach((name, gauge) -> {
            Object value = ((Gauge<?>) gauge).value(null, 0);
            if (name.name().equals("batches-total")) {
                assertThat(name.tags()).isEmpty();
                assertThat(value).isEqualTo(3);
            } else {
                assertThat(name.tags()).isEqualTo(Map.of("cause", "40P01"));
                assertThat(value).isEqualTo(1L);
            }
        });
    }

    @Test
    void theMetricsOfAnEarlierRunAreInTheWayOfThoseOfTheNextUntilItEndsAndOfNothingElse() {
        RecordedMetrics worker = new RecordedMetrics();
        TaskMetrics earlier = TaskMetrics.of(new Context(() -> worker));
        earlier.show(TOTAL, () -> 3);
        TaskMetrics next = TaskMetrics.of(new Context(() -> worker));
        next.show(TOTAL, () -> 4);
        next.show(RETRIES, "40P01", () -> 1);
        next.showWaiting();
        assertThat(worker.gauges).hasSize(2);
        assertThat(worker.value("batches-total")).isEqualTo(3);

        worker.gauges.keySet().removeIf(name -> name.name().equals("batches-total"));
        next.showWaiting();
        assertThat(worker.value("batches-total")).isEqualTo(4);
        next.showWaiting();
        assertThat(worker.gauges).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("olderWorkers")
    void anOlderWorkerShowsThemAsMBeansUnderTheSameNamesUntilTheTaskEnds(Error missing) throws Exception {
        Thread.currentThread().setName("task-thread-orders: all-7");
        ObjectName plain = new ObjectName("io.effectivelyonce:type=plugins,connector=\"orders: all\",task=7");
        ObjectName divided =
                new ObjectName("io.effectivelyonce:type=plugins,connector=\"orders: all\",task=7,cause=40P01");
        TaskMetrics metrics = onOlderWorker(missing);
        metrics.show(TOTAL, () -> 3);
        Counts retries = new Counts(RETRIES, metrics);
        retries.add("40P01");
        retries.add("40P01");

        assertThat(jmx.getAttribute(plain, "batches-total")).isEqualTo(3);
        assertThat(jmx.getAttribute(divided, "retries-total")).isEqualTo(2L);
        assertThat(jmx.getMBeanInfo(plain).getAttributes()[0].getDescription()).isEqualTo("Batches.");

        // the run before comes to its end late
        TaskMetrics next = onOlderWorker(missing);
        next.show(TOTAL, () -> 4);
        assertThat(jmx.getAttribute(plain, "batches-total")).isEqualTo(4);
        metrics.close();
        retries.add("08006");
        assertThat(jmx.getAttribute(plain, "batches-total")).isEqualTo(4);
        next.close();
        assertThat(jmx.queryNames(new ObjectName("io.effectivelyonce:*"), null)).isEmpty();
    }

    @Test
    void recentValuesAreForgottenAfterAMinute() {
        AtomicLong clock = new AtomicLong();
        Recent recent = new Recent(clock::get);
        recent.add(10);
        recent.add(20);
        clock.addAndGet(31_000_000_000L);
        recent.add(3);
        assertThat(recent.average()).isEqualTo(11);
        assertThat(recent.max()).isEqualTo(20);
        clock.addAndGet(30_000_000_000L);
        assertThat(recent.max()).isEqualTo(3);
        clock.addAndGet(90_000_000_000L);
        assertThat(recent.max()).isZero();
        assertThat(recent.average()).isZero();
    }

    private static final class RecordedMetrics implements PluginMetrics {
        final Map<MetricName, MetricValueProvider<?>> gauges = new LinkedHashMap<>();

        Object value(String metric) {
            return gauges.entrySet().stream()
                    .filter(each -> each.getKey().name().equals(metric))
                    .map(each -> ((Gauge<?>) each.getValue()).value(null, 0))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        @SuppressWarnings("NonApiType") // Kafka's interface asks for this class
        public MetricName metricName(String name, String description, LinkedHashMap<String, String> tags) {
            return new MetricName(name, "plugins", description, tags);
        }

        @Override
        public void addMetric(MetricName name, MetricValueProvider<?> provider) {
            if (gauges.putIfAbsent(name, provider) != null) {
                throw new IllegalArgumentException("A metric named '" + name + "' already exists");
            }
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
            return Map.of("name", "orders: all");
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
