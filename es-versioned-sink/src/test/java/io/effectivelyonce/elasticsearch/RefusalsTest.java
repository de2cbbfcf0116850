package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.effectivelyonce.elasticsearch.ScriptedServer.Bulk;
import io.effectivelyonce.elasticsearch.ScriptedServer.Reply;
import io.effectivelyonce.spine.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** What becomes of requests that are refused as a whole, and the order in which operations are repeated. */
class RefusalsTest {
    private final Topic topic = new Topic();
    private final AtomicInteger requests = new AtomicInteger();

    @Test
    void aRecordThatMakesTheServerRefuseTheWholeBulkIsFoundAndRejectedAlone() throws IOException {
        try (ScriptedServer server = new ScriptedServer(unless("bad", 400));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "p2", "bad", "p3", "p4", "p5")).awaitAll();
            assertRejected(task, "bad", "status 400");
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(5);
        }
    }

    @Test
    void aRecordAtWhichTheServerFailsIsFoundAfterSomeAttempts() throws IOException {
        try (ScriptedServer server = new ScriptedServer(unless("bad", 500));
                ConnectTask task = start(server)) {
            task.deliver(products("bad", "p1", "p2", "p3", "p4")).awaitAll();
            assertRejected(task, "bad", "status 500");
            assertThat(server.received().subList(0, 3))
                    .allSatisfy(bulk -> assertThat(bulk.ids()).hasSize(5));
        }
    }

    @Test
    void aServerThatFailsAtEverythingIsWaitedOutAndNobodyIsBlamed() throws IOException {
        try (ScriptedServer server =
                        new ScriptedServer(bulk -> requests.incrementAndGet() <= 40 ? error(500) : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "p2", "p3", "p4")).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void aBodyThatIsTooLargeIsHalvedAndOnlyTheDocumentThatIsTooLargeAloneIsRejected() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                        bulk -> bulk.has("giant") || bulk.operations().size() > 2 ? error(413) : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "p2", "p3", "giant", "p4")).awaitAll();
            assertRejected(task, "giant", "status 413");
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(4);
        }
    }

    @Test
    void whatRefusesEverythingBeforeTheFirstSuccessIsAFaultOfTheConfiguration() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> error(400));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "p2", "p3", "p4"));
            assertThat(task.awaitStop()).hasMessageContaining("connection.url");
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void whatSuddenlyRefusesEverythingIsWaitedOut() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> {
                    int request = requests.incrementAndGet();
                    return request > 1 && request < 60 ? error(400) : applied(bulk);
                });
                ConnectTask task = start(server)) {
            task.deliver(products("p0")).awaitAll();
            task.deliver(manyProducts(300)).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void refusedCredentialsStopTheTaskBeforeTheFirstSuccess() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> error(401));
                ConnectTask task = start(server)) {
            task.deliver(products("p1"));
            assertThat(task.awaitStop()).hasMessageContaining("status 401").hasMessageContaining("connection.username");
        }
    }

    @Test
    void credentialsThatAreRefusedLaterAreWaitedFor() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> {
                    int request = requests.incrementAndGet();
                    return request > 1 && request < 20 ? error(403) : applied(bulk);
                });
                ConnectTask task = start(server)) {
            task.deliver(products("p1")).awaitAll();
            task.deliver(products("p2")).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void credentialsAreSentWithEachRequest() throws IOException {
        try (ScriptedServer server = new ScriptedServer(RefusalsTest::applied);
                ConnectTask task = ConnectTask.start(
                        server.url(), Map.of("connection.username", "sink", "connection.password", "s3cret"))) {
            task.deliver(products("p1")).awaitAll();
            assertThat(server.received().get(0).authorization()).isEqualTo("Basic c2luazpzM2NyZXQ=");
        }
    }

    @Test
    void aMissingIndexThatIsNotCreatedStopsTheTaskBeforeTheFirstSuccess() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> ScriptedServer.items(bulk, sent -> 404));
                ConnectTask task = start(server)) {
            task.deliver(products("p1"));
            assertThat(task.awaitStop()).hasMessageContaining("auto_create_index");
        }
    }

    @Test
    void onlyTheItemsThatFailedAreSentAgainAndInTheirOrder() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> requests.incrementAndGet() == 1
                        ? ScriptedServer.items(bulk, sent -> sent.id().startsWith("busy") ? 429 : 200)
                        : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "busy1", "p2", "busy2")).awaitAll();
            assertThat(server.received().get(1).ids()).containsExactly("busy1", "busy2");
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(4);
        }
    }

    @Test
    void anOperationThatIsRepeatedIsLeftToANewerOneOfItsDocument() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                        bulk -> ScriptedServer.items(bulk, sent -> sent.version() == 5 ? 503 : 200));
                ConnectTask task = start(server)) {
            task.deliver(List.of(topic.product("p1", 5)));
            await().until(() -> !server.received().isEmpty());
            task.deliver(List.of(topic.tombstone("p1", 6L))).awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(2);
            assertThat(server.received().get(server.received().size() - 1).operations())
                    .extracting(ScriptedServer.Sent::version)
                    .containsExactly(6L);
        }
    }

    @Test
    void aSpentRetryBudgetFailsTheTaskAndNamesTheOption() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> error(503));
                ConnectTask task = ConnectTask.start(server.url(), Map.of("retry.timeout.ms", "200"))) {
            task.deliver(products("p1"));
            assertThat(task.awaitStop())
                    .hasMessageContaining("retry.timeout.ms")
                    .hasMessageContaining("status 503");
        }
    }

    @Test
    void anAnswerThatIsNoBulkResponseIsAnUnknownOutcome() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk ->
                        requests.incrementAndGet() <= 3 ? new Reply(200, "<html>maintenance</html>") : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "p2")).awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(2);
        }
    }

    @Test
    void aFullTaskPausesItsPartitionsAndResumesThem() throws IOException {
        AtomicBoolean busy = new AtomicBoolean(true);
        Map<String, String> small = Map.of("batch.size", "2", "max.buffered.records", "10");
        try (ScriptedServer server = new ScriptedServer(bulk -> busy.get() ? error(429) : applied(bulk));
                ConnectTask task = ConnectTask.start(server.url(), small)) {
            task.deliver(manyProducts(20));
            assertThat(task.pausedAnything()).isTrue();
            busy.set(false);
            task.awaitAll();
            assertThat(task.pausedAnything()).isFalse();
        }
    }

    @Test
    void aRecordAtWhichTheServerFailsInRequestsThatItTakesIsRejectedAfterAWhile() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                        bulk -> ScriptedServer.items(bulk, sent -> sent.id().equals("bad") ? 500 : 200));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "bad", "p2")).awaitAll();
            assertRejected(task, "bad", "status 500");
            assertThat(requestsWith(server, "bad")).isGreaterThanOrEqualTo(8);
        }
    }

    @Test
    void noRecordIsBlamedForTheErrorsOfAServerThatTakesNoControl() throws IOException {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (ScriptedServer server = new ScriptedServer(bulk -> bulk.has("effectively-once-control")
                        ? error(503)
                        : ScriptedServer.items(bulk, sent -> broken.get() ? 500 : 200));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "p2"));
            await().until(() -> requestsWith(server, "p1") > 12);
            assertThat(task.poll().deadLetters()).isEmpty();
            broken.set(false);
            task.awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(2);
        }
    }

    @Test
    void whatIsAlwaysTooMuchAtOnceIsSentInSmallerParts() throws IOException {
        try (ScriptedServer server =
                        new ScriptedServer(bulk -> bulk.operations().size() > 3 ? error(429) : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(manyProducts(40)).awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(40);
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void aRecordAtFaultWhosePartitionIsTakenAwayDoesNotHoldUpTheOthers() throws IOException {
        try (ScriptedServer server = new ScriptedServer(
                        bulk -> ScriptedServer.items(bulk, sent -> sent.id().equals("bad") ? 400 : 200));
                ConnectTask task =
                        ConnectTask.start(server.url(), Map.of("errors.tolerance", "none", "batch.size", "1"))) {
            task.deliver(products("bad"));
            await().until(() -> !server.received().isEmpty());
            task.revokeAll();
            task.deliver(List.of(new Topic().product("p1", 1))).awaitAll();
        }
    }

    @Test
    void whatIsRepeatedStopsWhenItsPartitionIsTakenAway() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk -> bulk.has("busy") ? error(503) : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(products("busy", "p1"));
            await().until(() -> server.received().size() > 2);
            task.revokeAll();
            int before = server.received().size();
            task.deliver(List.of(new Topic().product("p2", 1))).awaitAll();
            assertThat(server.received().subList(before, server.received().size()))
                    .extracting(Bulk::ids)
                    .containsExactly(List.of("p2"));
        }
    }

    @Test
    void oneBrokenNodeBesideAHealthyOneBlamesNobody() throws IOException {
        AtomicBoolean broken = new AtomicBoolean();
        try (ScriptedServer one = new ScriptedServer(bulk -> broken.get() ? error(400) : applied(bulk));
                ScriptedServer other = new ScriptedServer(RefusalsTest::applied);
                ConnectTask task = ConnectTask.start(one.url() + "," + other.url(), Map.of())) {
            task.deliver(products("p0")).awaitAll();
            broken.set(true);
            for (int i = 1; i < 5; i++) {
                task.deliver(products("p" + i, "q" + i)).awaitAll();
            }
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void everySecondRequestThatFailsBehindALoadBalancerBlamesNobody() throws IOException {
        try (ScriptedServer server =
                        new ScriptedServer(bulk -> requests.incrementAndGet() % 2 == 0 ? error(400) : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(products("p0")).awaitAll();
            task.deliver(products("p1", "p2", "p3", "p4")).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void aServerThatTakesDeletesAndFailsAtDocumentsIsWaitedOut() throws IOException {
        Predicate<Bulk> writes = bulk ->
                bulk.operations().stream().anyMatch(sent -> sent.action().equals("index"));
        try (ScriptedServer server = new ScriptedServer(
                        bulk -> writes.test(bulk) && requests.incrementAndGet() < 60 ? error(500) : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "p2", "p3")).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void aServerToWhichEverythingIsTooLargeIsWaitedOut() throws IOException {
        try (ScriptedServer server =
                        new ScriptedServer(bulk -> requests.incrementAndGet() < 40 ? error(413) : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(products("p1", "p2", "p3")).awaitAll();
            assertThat(task.deadLetters()).isEmpty();
        }
    }

    @Test
    void aConflictThatIsNotOneOfVersionsIsNoSuccess() throws IOException {
        try (ScriptedServer server = new ScriptedServer(bulk ->
                        requests.incrementAndGet() <= 2 ? ScriptedServer.items(bulk, sent -> 409) : applied(bulk));
                ConnectTask task = start(server)) {
            task.deliver(products("p1")).awaitAll();
            assertThat(task.count(Outcome.APPLIED)).isEqualTo(1);
        }
    }

    /** Requests are counted here, and not how long it takes until they come. */
    private ConnectTask start(ScriptedServer server) {
        return ConnectTask.start(
                server.url(), Map.of("linger.ms", "50", "retry.backoff.ms", "2", "retry.backoff.max.ms", "10"));
    }

    private List<SinkRecord> products(String... ids) {
        List<SinkRecord> records = new ArrayList<>();
        for (String id : ids) {
            records.add(topic.product(id, 5));
        }
        return records;
    }

    private List<SinkRecord> manyProducts(int count) {
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(topic.product("p" + i, 5));
        }
        return records;
    }

    private static long requestsWith(ScriptedServer server, String id) {
        return server.received().stream().filter(bulk -> bulk.has(id)).count();
    }

    private static Function<Bulk, Reply> unless(String bad, int status) {
        return bulk -> bulk.has(bad) ? error(status) : applied(bulk);
    }

    private static Reply applied(Bulk bulk) {
        return ScriptedServer.allApplied(bulk);
    }

    private static Reply error(int status) {
        return ScriptedServer.error(status);
    }

    private static void assertRejected(ConnectTask task, String id, String why) {
        assertThat(task.deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.record().key()).isEqualTo(id);
            assertThat(letter.reason()).contains(why);
        });
    }
}
