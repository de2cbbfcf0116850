package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.effectivelyonce.elasticsearch.ScriptedServer.Sent;
import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Law 1: an offset moves past a record only after the record has an outcome, whatever kind of outcome that is. */
class OffsetsTest {
    private final Topic topic = new Topic();
    private final TopicPartition partition = new TopicPartition(topic.name(), 0);

    @Test
    void underATransformThatChangesTheTopicOffsetsStayThoseOfTheOriginalTopic() throws IOException {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::allApplied);
                ConnectTask task = start(server, Map.of())) {
            List<SinkRecord> records = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                records.add(moved(topic.product("p" + i, 1)));
            }
            task.deliver(records).awaitAll();
            assertThat(task.committable()).containsExactly(Map.entry(partition, new OffsetAndMetadata(10)));
            assertThat(server.received().get(0).operations())
                    .extracting(Sent::index)
                    .containsOnly("moved");
        }
    }

    @Test
    void ignoredNullsArePassedAndDoNotMoveTheOffsetPastWhatWaitsBelowThem() throws IOException {
        AtomicBoolean busy = new AtomicBoolean(true);
        try (ScriptedServer server = new ScriptedServer(
                        bulk -> busy.get() ? ScriptedServer.error(429) : ScriptedServer.allApplied(bulk));
                ConnectTask task = start(server, Map.of("behavior.on.null.values", "ignore"))) {
            task.deliver(List.of(topic.tombstone("p1", 1L), topic.tombstone(null, null)))
                    .awaitAll();
            assertThat(task.count(Outcome.FILTERED)).isEqualTo(2);
            task.deliver(List.of(topic.product("p1", 2), topic.tombstone("p1", 3L)));
            assertThat(task.committable()).containsExactly(Map.entry(partition, new OffsetAndMetadata(2)));
            busy.set(false);
            task.awaitAll();
        }
    }

    @Test
    void rejectedRecordsArePassedWhereverTheyWereFound() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                        bulk -> ScriptedServer.items(bulk, sent -> sent.id().equals("bad") ? 400 : 200));
                ConnectTask task = start(server, Map.of())) {
            List<SinkRecord> records = new ArrayList<>();
            records.add(topic.tombstone(null, 1L));
            records.add(topic.product("no version", null, Map.of()));
            records.add(topic.product("bad", 1));
            for (int i = 0; i < 100; i++) {
                records.add(topic.product("p" + i, 1));
            }
            task.deliver(records).awaitAll();
            assertThat(task.count(Outcome.REJECTED)).isEqualTo(3);
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(100);
            assertThat(task.pausedAnything()).isFalse();
        }
    }

    @Test
    void aMissingVersionStopsTheTaskThereWhereThatIsChosenAlsoIfErrorsAreTolerated() throws IOException {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::allApplied);
                ConnectTask task = start(server, Map.of("behavior.on.missing.version", "fail"))) {
            task.deliver(List.of(topic.product("p1", 1)));
            assertThatThrownBy(() -> task.deliver(List.of(topic.product("p2", null, Map.of()))))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("header.version is missing");
            assertThat(task.deadLetters()).isEmpty();
            assertThat(task.committable()).containsExactly(Map.entry(partition, new OffsetAndMetadata(1)));
        }
    }

    @Test
    void aPartitionThatIsTakenAwayLeavesTheOthersAlone() throws IOException {
        AtomicBoolean busy = new AtomicBoolean(true);
        Topic other = new Topic();
        try (ScriptedServer server = new ScriptedServer(bulk -> ScriptedServer.items(
                        bulk, sent -> busy.get() && sent.id().startsWith("busy") ? 503 : 200));
                ConnectTask task = start(server, Map.of())) {
            task.deliver(List.of(topic.product("busy1", 1), other.product("busy2", 1), other.product("p1", 1)));
            await().until(() -> task.poll().count(Outcome.APPLIED) == 1);
            task.revoke(partition);
            busy.set(false);
            task.awaitAll();
            assertThat(task.committable())
                    .containsExactly(Map.entry(new TopicPartition(other.name(), 0), new OffsetAndMetadata(2)));
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(2);
        }
    }

    @Test
    void aTaskThatHoldsTooManyBytesPausesItsPartitions() throws IOException {
        AtomicBoolean busy = new AtomicBoolean(true);
        Map<String, String> small = Map.of("bulk.size.bytes", "1024", "max.in.flight.requests", "1");
        try (ScriptedServer server = new ScriptedServer(
                        bulk -> busy.get() ? ScriptedServer.error(429) : ScriptedServer.allApplied(bulk));
                ConnectTask task = start(server, small)) {
            task.deliver(List.of(topic.product("p1", 1)));
            assertThat(task.pausedAnything()).isFalse();
            task.deliver(List.of(topic.product("p2", 1L, Map.of("name", "x".repeat(2_000)))));
            assertThat(task.pausedAnything()).isTrue();
            busy.set(false);
            task.awaitAll();
            assertThat(task.pausedAnything()).isFalse();
        }
    }

    @Test
    void aTaskStopsPromptlyWithAllItsBulksOnTheWire() throws IOException {
        CountDownLatch ended = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(bulk -> {
            try {
                assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return ScriptedServer.allApplied(bulk);
        })) {
            ConnectTask task = start(server, Map.of("batch.size", "1"));
            List<SinkRecord> records = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                records.add(topic.product("p" + i, 1));
            }
            task.deliver(records);
            await().until(() -> server.received().size() == 5);
            long before = System.nanoTime();
            task.close();
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
            assertThat(server.received()).hasSize(5);
            ended.countDown();
        }
    }

    private ConnectTask start(ScriptedServer server, Map<String, String> changes) {
        return ConnectTask.start(server.url(), changes);
    }

    private static SinkRecord moved(SinkRecord record) {
        return record.newRecord(
                "moved",
                record.kafkaPartition(),
                record.keySchema(),
                record.key(),
                record.valueSchema(),
                record.value(),
                record.timestamp());
    }
}
