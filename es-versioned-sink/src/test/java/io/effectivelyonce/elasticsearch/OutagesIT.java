package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Law 1: nothing is lost. Law 6: an unknown outcome is safe. Law 9: an outage is not poison. */
class OutagesIT {
    private static final Duration A_WHILE = Duration.ofMillis(800);

    private static RealServer server;

    private final Topic topic = new Topic();

    @BeforeAll
    static void start() throws IOException {
        server = RealServer.shared();
    }

    @Test
    void aFullDiskIsWaitedOut() {
        settings("\"index.blocks.read_only_allow_delete\":true");
        waitsAndGoesOn(() -> settings("\"index.blocks.read_only_allow_delete\":null"));
    }

    @Test
    void aWriteBlockIsWaitedOut() {
        settings("\"index.blocks.write\":true");
        waitsAndGoesOn(() -> settings("\"index.blocks.write\":null"));
    }

    @Test
    void aClosedIndexIsWaitedOut() {
        settings("\"index.number_of_replicas\":0");
        server.ask("POST", "/" + topic.name() + "/_close", "");
        waitsAndGoesOn(() -> server.ask("POST", "/" + topic.name() + "/_open?wait_for_active_shards=1", ""));
    }

    @Test
    void aServerThatIsShortOfMemoryIsWaitedOut() {
        breaker("\"1%\"");
        waitsAndGoesOn(() -> breaker("null"));
    }

    @Test
    void aFrozenServerIsWaitedOutAlthoughRequestsRunIntoTheirDeadline() {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("read.timeout.ms", "300"))) {
            task.deliver(List.of(topic.product("p1", 1))).awaitAll();
            server.process().freeze();
            try {
                task.deliver(List.of(topic.product("p1", 2), topic.product("p2", 1)))
                        .staysUnsettled(A_WHILE);
            } finally {
                server.process().thaw();
            }
            task.awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("v2");
        assertThat(server.nameOf(topic.name(), "p2")).isEqualTo("v1");
    }

    @Test
    void aRevocationAndAStopAreBoundedWhileTheServerIsFrozen() {
        ConnectTask task = ConnectTask.start(server.url(), Map.of());
        task.deliver(List.of(topic.product("p1", 1))).awaitAll();
        server.process().freeze();
        try {
            task.deliver(List.of(topic.product("p1", 2))).staysUnsettled(Duration.ofMillis(100));
            long before = System.nanoTime();
            task.revokeAll();
            task.close();
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
        } finally {
            server.process().thaw();
        }
    }

    @Test
    void aServerThatIsKilledInMidStreamLosesNothingAndATaskMayStartWithoutIt() {
        int products = 300;
        Topic late = new Topic();
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("batch.size", "40"))) {
            for (int version = 1; version <= 10; version++) {
                int rising = version;
                task.deliver(IntStream.range(0, products)
                        .mapToObj(i -> topic.product("p" + i, rising))
                        .toList());
                if (version == 3) {
                    server.process().kill();
                }
            }
            try (ConnectTask started = ConnectTask.start(server.url(), Map.of())) {
                started.deliver(List.of(late.product("p1", 1), late.product("p1", 2)))
                        .staysUnsettled(A_WHILE);
                server.process().start();
                started.awaitAll();
                assertThat(started.deadLetters()).isEmpty();
            } finally {
                if (!server.process().isRunning()) {
                    server.process().start();
                }
            }
            task.awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(server.count(topic.name())).isEqualTo(products);
        assertThat(server.countNamed(topic.name(), "v10")).isEqualTo(products);
        assertThat(server.nameOf(late.name(), "p1")).isEqualTo("v2");
    }

    @Test
    void answersThatGetLostAreAskedForAgainAndCountedAsDuplicates() throws IOException {
        Random random = new Random(20261130);
        try (LossyProxy proxy = new LossyProxy(server.url(), () -> random.nextInt(3) == 0);
                ConnectTask task = ConnectTask.start(proxy.url(), Map.of("batch.size", "10"))) {
            for (int version = 1; version <= 3; version++) {
                List<SinkRecord> poll = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    poll.add(topic.product("p" + i, version));
                }
                task.deliver(poll);
            }
            task.awaitAll();
            assertThat(proxy.lost()).isPositive();
            assertThat(task.deadLetters()).isEmpty();
            assertThat(task.count(Outcome.DUPLICATE)).isPositive();
            assertThat(task.count(Outcome.APPLIED) + task.count(Outcome.DUPLICATE) + task.count(Outcome.STALE))
                    .isEqualTo(300);
        }
        assertThat(server.count(topic.name())).isEqualTo(100);
        assertThat(server.countNamed(topic.name(), "v3")).isEqualTo(100);
    }

    @Test
    void aLargeDocumentWhoseAnswersGetLostIsNotBlamed() throws IOException {
        AtomicInteger answers = new AtomicInteger(Integer.MIN_VALUE);
        Set<Integer> lost = Set.of(1, 3);
        try (LossyProxy proxy = new LossyProxy(server.url(), () -> lost.contains(answers.incrementAndGet()));
                ConnectTask task = ConnectTask.start(proxy.url(), Map.of())) {
            task.deliver(List.of(topic.product("p0", 1))).awaitAll(); // the index is there, and has been looked into
            answers.set(0);
            task.deliver(List.of(topic.product("p1", 1L, Map.of("name", "x".repeat(300_000)))))
                    .awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
        assertThat(server.count(topic.name())).isEqualTo(2);
    }

    @Test
    void aNodeThatIsDownIsPassedOver() {
        String deadAndAlive = "http://127.0.0.1:1," + server.url();
        try (ConnectTask task = ConnectTask.start(deadAndAlive, Map.of())) {
            task.deliver(List.of(topic.product("p1", 1))).awaitAll();
            task.deliver(List.of(topic.product("p1", 2))).awaitAll();
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("v2");
    }

    private void waitsAndGoesOn(Runnable end) {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            try {
                task.deliver(List.of(topic.product("p1", 1), topic.product("p2", 1), topic.product("p1", 2)))
                        .staysUnsettled(A_WHILE);
            } finally {
                end.run();
            }
            task.awaitAll();
            assertThat(task.deadLetters()).isEmpty();
            assertThat(task.count(Outcome.REJECTED)).isZero();
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("v2");
        assertThat(server.nameOf(topic.name(), "p2")).isEqualTo("v1");
    }

    private void settings(String settings) {
        server.ask("PUT", "/" + topic.name(), "");
        server.ask("PUT", "/" + topic.name() + "/_settings", "{" + settings + "}");
    }

    private static void breaker(String limit) {
        server.ask("PUT", "/_cluster/settings", "{\"transient\":{\"indices.breaker.total.limit\":" + limit + "}}");
    }
}
