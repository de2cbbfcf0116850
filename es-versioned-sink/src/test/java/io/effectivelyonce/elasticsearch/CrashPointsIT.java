package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.localstack.DyingWire;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The sink dies between any two messages to or from the server. Another one goes on from the offset that was committed, and then is given
 * everything again, as if no offset had been. The documents in the end are those of a run without crashes.
 */
class CrashPointsIT {
    private static final int NEVER = Integer.MAX_VALUE;
    private static final String INDEX = "crash-points";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Map<String, String> OPTIONS =
            Map.of("index.name.format", INDEX, "batch.size", "1", "linger.ms", "0");

    private static RealServer server;
    private static ExecutorService clearing;

    @BeforeAll
    static void start() throws IOException {
        server = RealServer.shared();
        clearing = Executors.newCachedThreadPool();
        server.ask(
                "PUT",
                "/" + INDEX,
                "{\"mappings\":{\"properties\":{\"name\":{\"type\":\"keyword\"},\"price\":{\"type\":\"long\"}}}}");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        clearing.shutdown();
        assertThat(clearing.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    /** Documents that are written, overtaken, deleted, deleted and written again; and one that the server can't take. */
    private static List<SinkRecord> log(int run) {
        Topic topic = new Topic();
        String prefix = run + "-";
        return List.of(
                topic.product(prefix + "kept", 1),
                topic.product(prefix + "gone", 1),
                topic.product(prefix + "back", 1),
                topic.product(prefix + "kept", 3),
                topic.product(prefix + "bad", 1L, Map.of("name", "v1", "price", "much")),
                topic.tombstone(prefix + "gone", 2L),
                topic.tombstone(prefix + "back", 2L),
                topic.product(prefix + "kept", 2),
                topic.product(prefix + "back", 3),
                topic.tombstone(prefix + "never-there", 1L));
    }

    @Test
    void aCrashBetweenAnyTwoCallsLeavesWhatARunWithoutCrashesLeaves() {
        int points = run(-1, NEVER);
        assertThat(points).isGreaterThan(6);
        for (int point = 0; point < points; point++) {
            run(point, point);
        }
    }

    /** Returns how many points there were. */
    private static int run(int number, int death) {
        List<SinkRecord> log = log(number);
        Set<Long> rejected = new HashSet<>();
        int points;
        int committed;
        try (DyingWire wire = new DyingWire(URI.create(server.url()).getPort(), "_bulk", death)) {
            ConnectTask task = ConnectTask.start("http://127.0.0.1:" + wire.port(), OPTIONS);
            committed = deliverUntilTheEnd(task, log, wire);
            points = wire.points();
            collect(task, rejected);
            // the process is gone; what is left of it here is cleared away while its successor works
            clearing.execute(task::close);
        }
        try (ConnectTask successor = ConnectTask.start(server.url(), OPTIONS)) {
            if (committed < log.size()) {
                successor.deliver(log.subList(committed, log.size())).awaitAll();
                successor.revokeAll();
            }
            successor.deliver(log).awaitAll();
            collect(successor, rejected);
        }
        String when = "after a crash at point " + death;
        assertThat(server.nameOf(INDEX, number + "-kept")).as(when).isEqualTo("v3");
        assertThat(server.nameOf(INDEX, number + "-back")).as(when).isEqualTo("v3");
        for (String absent : List.of("gone", "bad", "never-there")) {
            assertThat(server.document(INDEX, number + "-" + absent)
                            .path("found")
                            .asBoolean())
                    .as(when)
                    .isFalse();
        }
        assertThat(rejected).as(when).containsExactly(4L);
        return points;
    }

    /** Polls and commits as a worker does; returns what was committed when the sink died, or when all was done. */
    private static int deliverUntilTheEnd(ConnectTask task, List<SinkRecord> log, DyingWire wire) {
        TopicPartition partition = new TopicPartition(log.get(0).topic(), 0);
        task.deliver(log);
        long[] committed = new long[1];
        Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .pollInSameThread()
                .until(() -> {
                    boolean over = wire.dead();
                    OffsetAndMetadata offset = task.poll().committable().get(partition);
                    committed[0] = offset == null ? committed[0] : Math.max(committed[0], offset.offset());
                    return over || committed[0] == log.size();
                });
        return (int) committed[0];
    }

    private static void collect(ConnectTask task, Set<Long> rejected) {
        task.deadLetters().forEach(letter -> rejected.add(letter.record().originalKafkaOffset()));
    }
}
