package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Laws 1, 5 and 6 at once: whatever the order of versions, however they are batched, in whatever task they are, wherever a task
 * is restarted, and whichever answers get lost, each document ends as its highest version says. (As long as the server remembers
 * the versions of deleted documents, which is a minute: each try takes a few seconds.)
 */
class ShuffleIT {
    private static final int TASKS = 2;

    @Property(tries = 4, shrinking = ShrinkingMode.OFF)
    void manyDocumentsEndAsTheirHighestVersionsSay(@ForAll long seed) throws IOException {
        shuffle(new Random(seed), 60, 12);
    }

    @Property(tries = 2, shrinking = ShrinkingMode.OFF)
    void documentsWithThousandsOfChangesEndAsTheirHighestVersionsSay(@ForAll long seed) throws IOException {
        shuffle(new Random(seed), 3, 2_000);
    }

    private static void shuffle(Random random, int keys, int versions) throws IOException {
        RealServer server = RealServer.shared();
        List<Change> changes = changes(random, keys, versions);
        String index = new Topic().name();
        Random losses = new Random(random.nextLong());
        try (LossyProxy proxy = new LossyProxy(server.url(), () -> one(losses, 8))) {
            List<CompletableFuture<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                Topic topic = new Topic();
                List<SinkRecord> records = share(changes, i).stream()
                        .map(change -> change.in(topic))
                        .toList();
                Random own = new Random(random.nextLong());
                tasks.add(CompletableFuture.runAsync(
                        () -> new Deliveries(records, proxy.url(), index, topic, own).deliverAll()));
            }
            tasks.forEach(CompletableFuture::join);
        }
        eachDocumentIsAsItsHighestVersionSays(server, index, changes);
    }

    /** Lanes of two tasks ask at once. */
    private static synchronized boolean one(Random losses, int outOf) {
        return losses.nextInt(outOf) == 0;
    }

    private static void eachDocumentIsAsItsHighestVersionSays(RealServer server, String index, List<Change> changes) {
        Map<String, Change> newest = new HashMap<>();
        for (Change change : changes) {
            newest.merge(change.id(), change, (a, b) -> a.version() > b.version() ? a : b);
        }
        server.ask("POST", "/" + index + "/_refresh", "");
        assertThat(newest).allSatisfy((id, change) -> {
            if (change.delete()) {
                assertThat(server.document(index, id).path("found").asBoolean()).isFalse();
            } else {
                assertThat(server.nameOf(index, id)).isEqualTo("v" + change.version());
            }
        });
    }

    private record Change(String id, int version, boolean delete) {
        SinkRecord in(Topic topic) {
            return delete ? topic.tombstone(id, (long) version) : topic.product(id, version);
        }
    }

    private static List<Change> changes(Random random, int keys, int versions) {
        List<Change> changes = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            for (int version = 1; version <= versions; version++) {
                changes.add(new Change("p" + key, version, random.nextInt(4) == 0));
            }
        }
        Collections.shuffle(changes, random);
        return changes;
    }

    /** What one of the tasks gets: a document's changes come through both. */
    private static List<Change> share(List<Change> changes, int task) {
        List<Change> share = new ArrayList<>();
        for (int i = task; i < changes.size(); i += TASKS) {
            share.add(changes.get(i));
        }
        return share;
    }

    /** As Connect does it: a restarted task goes on from what the one before it had been able to commit. */
    private record Deliveries(List<SinkRecord> records, String url, String index, Topic topic, Random random) {
        void deliverAll() {
            TopicPartition partition = new TopicPartition(topic.name(), 0);
            Map<String, String> config = Map.of(
                    "index.name.format",
                    index,
                    "batch.size",
                    Integer.toString(1 + random.nextInt(100)),
                    "max.in.flight.requests",
                    Integer.toString(2 + random.nextInt(4)),
                    "linger.ms",
                    "0");
            int committed = 0;
            while (committed < records.size()) {
                boolean stopsEarly = random.nextInt(3) > 0;
                int until = stopsEarly ? committed + 1 + random.nextInt(records.size() - committed) : records.size();
                try (ConnectTask task = ConnectTask.start(url, config)) {
                    int position = committed;
                    while (position < until) {
                        int next = Math.min(until, position + 1 + random.nextInt(80));
                        task.deliver(records.subList(position, next));
                        position = next;
                    }
                    if (!stopsEarly) {
                        task.awaitAll();
                    }
                    committed = (int) task.committable().get(partition).offset();
                }
            }
        }
    }
}
