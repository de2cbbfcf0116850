package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.effectivelyonce.spine.OutcomeCounts;
import io.effectivelyonce.spine.metrics.Metric;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** What a task shows of its bulks. */
class MetricsTest {
    private final Topic topic = new Topic();

    @Test
    void bulksAreCountedWithTheirSizeAndTime() throws IOException {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::allApplied);
                ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            assertThat(task.metric("batches-total").longValue()).isZero();
            task.deliver(List.of(topic.product("p1", 1), topic.product("p2", 1)))
                    .awaitAll();
            assertThat(task.metric("batches-total").longValue()).isEqualTo(1);
            assertThat(task.metric("batch-records-avg").doubleValue()).isEqualTo(2);
            assertThat(task.metric("batch-bytes-avg").longValue())
                    .isPositive()
                    .isEqualTo(task.metric("bytes-total").longValue());
            assertThat(task.metric("batch-ms-max").doubleValue()).isPositive();
            assertThat(task.metric("batches-in-flight").longValue()).isZero();
        }
    }

    @Test
    void whatWaitsIsSeenWithItsCauseUntilItGetsThrough() throws IOException {
        AtomicBoolean busy = new AtomicBoolean(true);
        try (ScriptedServer server = new ScriptedServer(bulk ->
                        busy.get() ? ScriptedServer.items(bulk, sent -> 429) : ScriptedServer.allApplied(bulk));
                ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(List.of(topic.product("p1", 1)));
            await().until(() -> task.metric("waiting").longValue() == 1);
            task.poll();
            assertThat(task.metric("waiting-since-ms").longValue()).isPositive();
            assertThat(task.metric("retries-total 429").longValue()).isPositive();
            await().until(() -> task.metric("oldest-pending-ms").longValue() > 0);
            busy.set(false);
            task.awaitAll();
            assertThat(task.metric("waiting").longValue()).isZero();
            assertThat(task.metric("waiting-since-ms").longValue()).isZero();
        }
    }

    @Test
    void whatWasNeverSentIsCounted() throws IOException {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::allApplied);
                ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(List.of(topic.product("p1", 2), topic.product("p1", 3), topic.product("p1", 1)))
                    .awaitAll();
            assertThat(task.metric("superseded-total").longValue()).isEqualTo(2);
            assertThat(task.metric("records-total applied").longValue()).isEqualTo(2);
            assertThat(task.metric("records-total stale").longValue()).isEqualTo(1);
        }
    }

    @Test
    void aRejectedRecordIsCountedByTheServersWordForIt() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> ScriptedServer.items(bulk, sent -> 400));
                ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(List.of(topic.product("p1", 1))).awaitAll();
            assertThat(task.metric("dead-letters-total some_exception").longValue())
                    .isEqualTo(1);
        }
    }

    @Test
    void everyMetricIsShownByANewWorkerAndByBeansOfTheTasksOwnOnAnOldOne() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer(bulk -> ScriptedServer.items(
                        bulk,
                        sent -> requests.incrementAndGet() == 1
                                ? 429
                                : sent.id().equals("bad") ? 400 : 200));
                ConnectTask onNew = ConnectTask.start(server.url(), Map.of());
                ConnectTask onOld = ConnectTask.startOnOldWorker(server.url(), Map.of("name", "old"))) {
            for (ConnectTask task : List.of(onNew, onOld)) {
                requests.set(0);
                task.deliver(List.of(topic.product("p1", 1))).awaitAll();
                task.deliver(List.of(topic.product("bad", 1))).awaitAll();
            }
            Map<String, String> labels = Map.of("outcome", "applied", "reason", "some_exception", "cause", "429");
            for (Metric metric : Stream.concat(OutcomeCounts.METRICS.stream(), BulkMetrics.METRICS.stream())
                    .toList()) {
                String label = labels.getOrDefault(metric.tag(), "");
                assertThat(onNew.metric((metric.name() + " " + label).strip())).isNotNull();
                assertThat(bean(metric, label)).as(metric.name()).isInstanceOf(Number.class);
            }
            assertThat((Long) bean(BulkMetrics.METRICS.get(0), "")).isEqualTo(3);
        }
        assertThat(ManagementFactory.getPlatformMBeanServer()
                        .queryNames(new ObjectName("io.effectivelyonce:connector=old,*"), null))
                .isEmpty();
    }

    private static Object bean(Metric metric, String label) throws JMException {
        String tag = label.isEmpty() ? "" : "," + metric.tag() + "=" + label;
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(
                        new ObjectName("io.effectivelyonce:type=plugins,connector=old,task=0" + tag), metric.name());
    }

    @Test
    void thePageTellsOfEachMetricInTheWordsOfItsDescription() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "metrics.md"));
        assertThat(BulkMetrics.METRICS)
                .allSatisfy(metric -> assertThat(page)
                        .contains("| `" + metric.name() + "` | "
                                + (metric.tag().isEmpty() ? "" : "`" + metric.tag() + "`") + " | "
                                + metric.description() + " |"));
    }
}
