package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Laws 1, 5 and 6 at once: whatever the order of versions, however they are batched, wherever the task is restarted, and
 * whichever answers get lost, each document ends as its highest version says. (As long as the server remembers the versions of
 * deleted documents, which is a minute: each try takes a few seconds.)
 */
class ShuffleIT {
    private static final int KEYS = 60;
    private static final int VERSIONS = 12;

    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void eachDocumentEndsAsItsHighestVersionSays(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        RealServer server = RealServer.shared();
        Topic topic = new Topic();
        List<Change> changes = changes(random);
        List<SinkRecord> records =
                changes.stream().map(change -> change.in(topic)).toList();

        Random losses = new Random(seed);
        try (LossyProxy proxy = new LossyProxy(server.url(), () -> losses.nextInt(8) == 0)) {
            deliver(records, proxy, topic, random);
        }

        Map<String, Change> newest = new HashMap<>();
        for (Change change : changes) {
            newest.merge(change.id(), change, (a, b) -> a.version() > b.version() ? a : b);
        }
        server.ask("POST", "/" + topic.name() + "/_refresh", "");
        assertThat(newest).allSatisfy((id, change) -> {
            if (change.delete()) {
                assertThat(server.document(topic.name(), id).path("found").asBoolean())
                        .isFalse();
            } else {
                assertThat(server.nameOf(topic.name(), id)).isEqualTo("v" + change.version());
            }
        });
    }

    private record Change(String id, int version, boolean delete) {
        SinkRecord in(Topic topic) {
            return delete ? topic.tombstone(id, (long) version) : topic.product(id, version);
        }
    }

    private static List<Change> changes(Random random) {
        List<Change> changes = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            for (int version = 1; version <= VERSIONS; version++) {
                changes.add(new Change("p" + key, version, random.nextInt(4) == 0));
            }
        }
        Collections.shuffle(changes, random);
        return changes;
    }

    /** As Connect does it: a restarted task goes on from what the one before it had been able to commit. */
    private static void deliver(List<SinkRecord> records, LossyProxy proxy, Topic topic, Random random) {
        TopicPartition partition = new TopicPartition(topic.name(), 0);
        Map<String, String> config = Map.of("batch.size", Integer.toString(1 + random.nextInt(100)), "linger.ms", "0");
        int committed = 0;
        while (committed < records.size()) {
            boolean stopsEarly = random.nextInt(3) > 0;
            int until = stopsEarly ? committed + 1 + random.nextInt(records.size() - committed) : records.size();
            try (ConnectTask task = ConnectTask.start(proxy.url(), config)) {
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
