package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Law 5: versions only rise. Law 7: a duplicate is success. */
class VersionsIT {
    private static RealServer server;

    private final Topic topic = new Topic();

    @BeforeAll
    static void start() throws IOException {
        server = RealServer.shared();
    }

    @Test
    void aReplayOfFourVersionsIsOneDuplicateAndThreeStaleAndNoDeadLetter() {
        List<SinkRecord> records =
                List.of(topic.product("p1", 1), topic.product("p1", 2), topic.product("p1", 3), topic.product("p1", 4));
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(records).awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(4);
        }
        try (ConnectTask restarted = ConnectTask.start(server.url(), Map.of())) {
            restarted.deliver(records).awaitAll();
            assertThat(restarted.count(Outcome.DUPLICATE)).isEqualTo(1);
            assertThat(restarted.count(Outcome.STALE)).isEqualTo(3);
            assertThat(restarted.count(Outcome.APPLIED)).isZero();
            assertThat(restarted.deadLetters()).isEmpty();
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("v4");
        assertThat(server.versionOf(topic.name(), "p1")).isEqualTo(4);
    }

    @Test
    void anOlderVersionThatComesLaterLeavesTheDocumentAsItIs() {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(List.of(topic.product("p1", 7), topic.product("p1", 5)))
                    .awaitAll();
            task.deliver(List.of(topic.product("p1", 6))).awaitAll();
            assertThat(task.count(Outcome.STALE)).isEqualTo(2);
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("v7");
    }

    @Test
    void aZombieThatWritesOnBesideItsSuccessorLeavesEveryDocumentAtItsNewestVersion() {
        List<SinkRecord> log = new ArrayList<>();
        for (int version = 1; version <= 30; version++) {
            for (int product = 0; product < 10; product++) {
                log.add(topic.product("p" + product, version));
            }
        }
        try (ConnectTask zombie = ConnectTask.start(server.url(), Map.of("batch.size", "7"));
                ConnectTask successor = ConnectTask.start(server.url(), Map.of("batch.size", "11"))) {
            // both are under way at once: what one writes the other has overtaken
            zombie.deliver(log.subList(0, 250));
            successor.deliver(log.subList(100, 300));
            successor.awaitAll();
            zombie.awaitAll();
            assertThat(zombie.deadLetters()).isEmpty();
            assertThat(successor.deadLetters()).isEmpty();
        }
        for (int product = 0; product < 10; product++) {
            assertThat(server.nameOf(topic.name(), "p" + product)).isEqualTo("v30");
            assertThat(server.versionOf(topic.name(), "p" + product)).isEqualTo(30);
        }
    }

    @Test
    void aStaleWriteDoesNotBringADeletedDocumentBack() {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(List.of(topic.product("p1", 5), topic.tombstone("p1", 9L)))
                    .awaitAll();
            task.deliver(List.of(topic.product("p1", 8))).awaitAll();
            assertThat(task.count(Outcome.STALE)).isEqualTo(1);
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(2);
        }
        assertThat(server.document(topic.name(), "p1").path("found").asBoolean())
                .isFalse();
    }

    @Test
    void aStaleWriteBehindADeleteIsNotLeftToTheServersMemory() {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(List.of(topic.product("p1", 5), topic.tombstone("p1", 9L)))
                    .awaitAll();
            server.forgetDeletes(topic.name());
            task.deliver(List.of(topic.product("p1", 8))).awaitAll();
            assertThat(task.count(Outcome.STALE)).isEqualTo(1);
        }
        assertThat(server.document(topic.name(), "p1").path("found").asBoolean())
                .isFalse();
    }

    @Test
    void theDeleteOfADocumentThatNeverWasIsAppliedAndRemembered() {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of())) {
            task.deliver(List.of(topic.tombstone("p1", 9L), topic.product("p1", 8)))
                    .awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(1);
            assertThat(task.count(Outcome.STALE)).isEqualTo(1);
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void anEventTypeDeletesToo() {
        Map<String, String> whenWithdrawn =
                Map.of("delete.when.from", "value.type", "delete.when.in", "Withdrawn,Deleted");
        try (ConnectTask task = ConnectTask.start(server.url(), whenWithdrawn)) {
            task.deliver(List.of(topic.product("p1", 1), topic.product("p2", 1)))
                    .awaitAll();
            task.deliver(List.of(topic.product("p1", 2L, Map.of("type", "Withdrawn"))))
                    .awaitAll();
        }
        assertThat(server.document(topic.name(), "p1").path("found").asBoolean())
                .isFalse();
        assertThat(server.document(topic.name(), "p2").path("found").asBoolean())
                .isTrue();
    }

    @Test
    void aSoftDeleteKeepsTheGuardAndTakesTheContent() {
        Map<String, String> soft =
                Map.of("delete.mode", "soft", "delete.when.from", "value.type", "delete.when.in", "Withdrawn");
        try (ConnectTask task = ConnectTask.start(server.url(), soft)) {
            task.deliver(List.of(topic.product("p1", 5), topic.product("p2", 5)))
                    .awaitAll();
            task.deliver(List.of(
                            topic.tombstone("p1", 9L),
                            topic.product("p2", 9L, Map.of("type", "Withdrawn", "name", "secret"))))
                    .awaitAll();
            server.forgetDeletes(topic.name());
            task.deliver(List.of(topic.product("p1", 8), topic.product("p2", 8)))
                    .awaitAll();
            assertThat(task.count(Outcome.STALE)).isEqualTo(2);
            for (String id : List.of("p1", "p2")) {
                assertThat(server.document(topic.name(), id).path("_source").toString())
                        .isEqualTo("{\"deleted\":true}");
                assertThat(server.versionOf(topic.name(), id)).isEqualTo(9);
            }
            task.deliver(List.of(topic.product("p1", 10))).awaitAll();
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("v10");
    }

    @Test
    void compressedDocumentsAreWrittenAsTheyAre() {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("connection.compression", "true"))) {
            task.deliver(List.of(topic.product("p1", 1L, Map.of("name", "\u00fc".repeat(100_000)))))
                    .awaitAll();
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("\u00fc".repeat(100_000));
    }

    @Test
    void underExternalGteAnEqualVersionWritesAgain() {
        try (ConnectTask task = ConnectTask.start(server.url(), Map.of("version.type", "external_gte"))) {
            task.deliver(List.of(topic.product("p1", 5L, Map.of("name", "first"))))
                    .awaitAll();
            task.deliver(List.of(topic.product("p1", 5L, Map.of("name", "second"))))
                    .awaitAll();
            task.deliver(List.of(topic.product("p1", 4L, Map.of("name", "older"))))
                    .awaitAll();
            assertThat(task.count(Outcome.STALE)).isEqualTo(1);
        }
        assertThat(server.nameOf(topic.name(), "p1")).isEqualTo("second");
    }
}
