package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.effectivelyonce.elasticsearch.ScriptedServer.Bulk;
import io.effectivelyonce.elasticsearch.ScriptedServer.Reply;
import io.effectivelyonce.elasticsearch.ScriptedServer.Sent;
import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Several bulks under way at once, and what must not be. */
class ParallelBulksTest {
    private final Topic topic = new Topic();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Test
    void severalBulksAreUnderWayAtOnce() throws IOException {
        CountDownLatch three = new CountDownLatch(3);
        try (ScriptedServer server = new ScriptedServer(bulk -> {
                    three.countDown();
                    waitFor(three);
                    return ScriptedServer.allApplied(bulk);
                });
                ConnectTask task = start(server, 3)) {
            task.deliver(products(3)).awaitAll();
            assertThat(three.getCount()).isZero();
        }
    }

    @Test
    void thereAreNeverMoreThanConfigured() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> {
                    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                    try {
                        return ScriptedServer.allApplied(bulk);
                    } finally {
                        underWay.decrementAndGet();
                    }
                });
                ConnectTask task = start(server, 2)) {
            task.deliver(products(60)).awaitAll();
            assertThat(most).hasValueLessThanOrEqualTo(2);
        }
    }

    @Test
    void aSlowBulkHoldsTheOffsetAndNotTheOtherBulks() throws IOException {
        CountDownLatch released = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(bulk -> {
                    if (bulk.has("p0")) {
                        waitFor(released);
                    }
                    return ScriptedServer.allApplied(bulk);
                });
                ConnectTask task = start(server, 2)) {
            task.deliver(products(6));
            await().until(() -> task.poll().count(Outcome.APPLIED) == 5);
            assertThat(task.committable())
                    .containsExactly(Map.entry(new TopicPartition(topic.name(), 0), new OffsetAndMetadata(0)));
            released.countDown();
            task.awaitAll();
        }
    }

    @Test
    void aDocumentIsInOneBulkAtATimeAndItsVersionsOnlyRise() throws IOException {
        Set<String> busy = ConcurrentHashMap.newKeySet();
        AtomicBoolean met = new AtomicBoolean();
        try (ScriptedServer server = new ScriptedServer(bulk -> {
                    bulk.ids().forEach(id -> met.compareAndSet(false, !busy.add(id)));
                    Reply reply = ScriptedServer.allApplied(bulk);
                    bulk.ids().forEach(busy::remove);
                    return reply;
                });
                ConnectTask task = start(server, 5)) {
            for (int version = 1; version <= 40; version++) {
                task.deliver(List.of(
                        topic.product("hot", version),
                        topic.product("p" + version, 1),
                        topic.product("warm", version)));
            }
            task.awaitAll();
            assertThat(met).isFalse();
            for (String id : List.of("hot", "warm")) {
                assertThat(versionsSent(server, id))
                        .isSorted()
                        .doesNotHaveDuplicates()
                        .endsWith(40L);
            }
        }
    }

    @Test
    void aDeleteWaitsUntilAnEarlierWriteIsAnswered() throws IOException {
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger requests = new AtomicInteger();
        Map<String, String> impatient =
                Map.of("batch.size", "1", "max.in.flight.requests", "3", "read.timeout.ms", "300");
        try (ScriptedServer server = new ScriptedServer(bulk -> {
                    if (requests.incrementAndGet() <= 2) {
                        waitFor(released); // longer than the sink waits for the answer
                    }
                    return ScriptedServer.allApplied(bulk);
                });
                ConnectTask task = ConnectTask.start(server.url(), impatient)) {
            task.deliver(List.of(topic.product("p1", 5)));
            await().until(() -> requests.get() == 1);
            task.deliver(List.of(topic.tombstone("p1", 6L))).awaitAll();
            released.countDown();
            assertThat(versionsSent(server, "p1")).containsExactly(5L, 5L, 5L, 6L);
        }
    }

    @Test
    void aBulkThatIsNotFullWaitsForItsLingerAndAFullOneDoesNot() throws IOException {
        Map<String, String> patient = Map.of("linger.ms", "60000", "batch.size", "3");
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::allApplied);
                ConnectTask task = ConnectTask.start(server.url(), patient)) {
            task.deliver(List.of(topic.product("p1", 1), topic.product("p2", 1)))
                    .staysUnsettled(Duration.ofMillis(300));
            assertThat(server.received()).isEmpty();
            task.deliver(List.of(topic.product("p3", 1))).awaitAll();
            assertThat(server.received()).hasSize(1);
        }
    }

    @Test
    void aBulkHoldsNoMoreBytesThanConfigured() throws IOException {
        Map<String, String> small = Map.of("linger.ms", "100", "bulk.size.bytes", "1024");
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::allApplied);
                ConnectTask task = ConnectTask.start(server.url(), small)) {
            task.deliver(products(60)).awaitAll();
            assertThat(server.received())
                    .allSatisfy(bulk -> assertThat(bulk.bytes()).isLessThanOrEqualTo(1024));
            assertThat(server.received()).hasSizeBetween(60 / 10, 60 / 2);
        }
    }

    @Test
    void compressedRequestsArriveAsTheyWere() throws IOException {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::allApplied);
                ConnectTask task = ConnectTask.start(server.url(), Map.of("connection.compression", "true"))) {
            task.deliver(products(20)).awaitAll();
            assertThat(server.received())
                    .allSatisfy(bulk -> assertThat(bulk.compressed()).isTrue());
            assertThat(server.received().stream()
                            .mapToInt(bulk -> bulk.ids().size())
                            .sum())
                    .isEqualTo(20);
        }
    }

    private static ConnectTask start(ScriptedServer server, int inFlight) {
        return ConnectTask.start(
                server.url(), Map.of("batch.size", "1", "max.in.flight.requests", Integer.toString(inFlight)));
    }

    private List<SinkRecord> products(int count) {
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(topic.product("p" + i, 1));
        }
        return records;
    }

    private static List<Long> versionsSent(ScriptedServer server, String id) {
        return server.received().stream()
                .map(Bulk::operations)
                .flatMap(List::stream)
                .filter(sent -> sent.id().equals(id))
                .map(Sent::version)
                .toList();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
