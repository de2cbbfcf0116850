package io.effectivelyonce.elasticsearch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Bulks side by side against a model of the server, with answers in any order, lost requests that are carried out late or
 * never, operations that are refused for now or for ever, and partitions that are taken away. Checked at each step: no document
 * is in two bulks, nothing older is sent after something newer was acknowledged, and nothing is settled twice. At the end:
 * every record has its outcome, and every document is as its highest version says. That although the model forgets deletes at
 * any moment: what protects a deleted document here is the order of sending alone.
 */
class AnyOrderTest {
    private static final int PARTITIONS = 2;
    private static final List<String> KEYS = List.of("a", "b", "c", "d");

    @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
    void versionsInAnyOrder(@ForAll long seed) {
        new Run(seed, false).play();
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
    void risingVersions(@ForAll long seed) {
        new Run(seed, true).play();
    }

    private static final class Run {
        final Random random;
        final boolean rising;
        final Documents<Op> documents = new Documents<>(Precedence.FIRST_OF_EQUALS);
        final Partitions partitions = new Partitions(documents, this::handedOver);
        final ModelServer server = new ModelServer();
        final List<List<Open<Op>>> bulks = new ArrayList<>();
        final Map<Entry<Op>, Integer> handedOverAt = new HashMap<>();
        final Map<String, Integer> produced = new HashMap<>();
        final List<Acknowledged> acknowledged = new ArrayList<>();
        int now;

        record Acknowledged(Op op, int at) {}

        Run(long seed, boolean rising) {
            this.random = new Random(seed);
            this.rising = rising;
        }

        void play() {
            for (now = 0; now < 150; now++) {
                step();
            }
            while (!partitions.done()) {
                now++;
                assertThat(now).as("the end is reached").isLessThan(5_000);
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    partitions.deliver(partition, Integer.MAX_VALUE);
                }
                take();
                if (!bulks.isEmpty()) {
                    answer(bulks.remove(0));
                }
            }
            server.runLeftovers(op -> true);
            everyDocumentIsAsItsHighestVersionSays();
        }

        void handedOver(Entry<Op> entry) {
            handedOverAt.put(entry, now);
        }

        void step() {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> {
                    int partition = random.nextInt(PARTITIONS);
                    produce(partition);
                    partitions.deliver(partition, 1 + random.nextInt(3));
                }
                case 3, 4 -> take();
                case 5, 6 -> {
                    if (!bulks.isEmpty()) {
                        answer(bulks.remove(random.nextInt(bulks.size())));
                    }
                }
                case 7 -> {
                    if (!bulks.isEmpty()) {
                        lose(bulks.remove(random.nextInt(bulks.size())));
                    }
                }
                case 8 -> {
                    server.runLeftovers(op -> random.nextBoolean());
                    server.forgetDeletes();
                }
                default -> {
                    if (random.nextInt(5) == 0) {
                        server.runLeftovers(op -> true); // a revocation waits for what is on the wire
                        partitions.revoke(random.nextInt(PARTITIONS));
                    }
                }
            }
        }

        /** A key has its partition, as in Kafka, where versions rise; where they come in any order it may have several. */
        void produce(int partition) {
            int key = random.nextInt(KEYS.size() / PARTITIONS) * PARTITIONS + partition;
            String id = KEYS.get(rising ? key : random.nextInt(KEYS.size()));
            int version = rising ? produced.merge(id, 1, Integer::sum) : random.nextInt(20);
            partitions.produce(partition, new Op(id, version, random.nextInt(3) == 0, random.nextInt(12) == 0));
        }

        void take() {
            List<Open<Op>> bulk = documents.take(1 + random.nextInt(3), Long.MAX_VALUE);
            if (!bulk.isEmpty()) {
                send(bulk);
            }
        }

        void send(List<Open<Op>> bulk) {
            bulks.add(bulk);
            Set<String> documentsUnderWay = new HashSet<>();
            for (Open<Op> open : bulks.stream().flatMap(List::stream).toList()) {
                assertThat(documentsUnderWay.add(open.operation().document()))
                        .as("%s in one bulk only", open)
                        .isTrue();
            }
            bulk.forEach(this::nothingNewerWasAcknowledged);
            bulk.forEach(this::noNewerDeleteWasTheLastWord);
        }

        void nothingNewerWasAcknowledged(Open<Op> open) {
            assertThat(acknowledged)
                    .as("acknowledged before %s is sent", open)
                    .noneMatch(newer ->
                            newer.op().document().equals(open.operation().document())
                                    && newer.op().version() > open.operation().version()
                                    && newer.at() > handedOverAt.get(open.entry()));
        }

        /** Not even for what was handed over after that. */
        void noNewerDeleteWasTheLastWord(Open<Op> open) {
            acknowledged.stream()
                    .map(Acknowledged::op)
                    .filter(op -> op.document().equals(open.operation().document()))
                    .max(Comparator.comparingLong(Op::version))
                    .filter(Op::removes)
                    .ifPresent(delete -> assertThat(open.operation().version())
                            .as("sent after %s was acknowledged", delete)
                            .isGreaterThanOrEqualTo(delete.version()));
        }

        void answer(List<Open<Op>> bulk) {
            List<Open<Op>> again = new ArrayList<>();
            for (Open<Op> open : bulk) {
                Op op = open.operation();
                if (random.nextInt(6) == 0) {
                    again.add(open); // 429
                } else if (op.bad()) {
                    partitions.faulty(open);
                } else {
                    Outcome outcome = server.answer(op);
                    acknowledged.add(new Acknowledged(op, now));
                    partitions.acknowledge(open, outcome);
                }
            }
            sendAgain(again);
        }

        void lose(List<Open<Op>> bulk) {
            for (Open<Op> open : bulk) {
                open.sentIntoTheUnknown();
                if (!open.operation().bad() && random.nextInt(4) > 0) {
                    server.leave(open.operation());
                }
                if (!open.living()) {
                    server.runLeftovers(op -> true); // of a partition that is gone nobody knows the doubts any more
                }
            }
            sendAgain(bulk);
        }

        void sendAgain(List<Open<Op>> again) {
            List<Open<Op>> kept = again.stream().filter(documents::keep).toList();
            if (!kept.isEmpty()) {
                send(kept);
            }
        }

        void everyDocumentIsAsItsHighestVersionSays() {
            for (String id : KEYS) {
                long highest = partitions.everything().stream()
                        .filter(op -> op.document().equals(id) && !op.bad())
                        .mapToLong(Op::version)
                        .max()
                        .orElse(-1);
                List<Op> ofHighest = partitions.everything().stream()
                        .filter(op -> op.document().equals(id) && !op.bad() && op.version() == highest)
                        .toList();
                assertThat(server.live(id))
                        .as("%s, highest version %s", id, highest)
                        .isIn(ofHighest.isEmpty() ? Set.of(-1L) : allowed(ofHighest));
            }
        }

        /** Of operations with one version any may have been the first. */
        static Set<Long> allowed(List<Op> ofHighest) {
            Set<Long> allowed = new HashSet<>();
            ofHighest.forEach(op -> allowed.add(op.removes() ? -1L : op.version()));
            return allowed;
        }
    }
}
