package io.effectivelyonce.elasticsearch.queue;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.EventReader;
import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.Limits;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.OutcomeCounts;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.Settled;
import io.effectivelyonce.spine.SinkSpine;
import io.effectivelyonce.spine.Slot;
import io.effectivelyonce.spine.Target;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Operations in partitions, delivered through the real spine into the documents under test, and again from the watermark after
 * a revocation.
 */
final class Partitions {
    private final Documents<Op> documents;
    private final Consumer<Entry<Op>> handedOver;
    private final OutcomeCounts counts = new OutcomeCounts();
    private final SinkSpine<Op> spine;
    private final Map<TopicPartition, List<Op>> contents = new HashMap<>();
    private final Map<TopicPartition, Integer> positions = new HashMap<>();
    private List<Settled<Op>> settled = new ArrayList<>();

    Partitions(Documents<Op> documents, Consumer<Entry<Op>> handedOver) {
        this.documents = documents;
        this.handedOver = handedOver;
        ErrantRecordReporter reporter = (record, error) -> CompletableFuture.completedFuture(null);
        SinkTaskContext context = (SinkTaskContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SinkTaskContext.class},
                (proxy, method, arguments) -> method.getName().equals("errantRecordReporter") ? reporter : null);
        EventReader<Op> reader = record -> new EventReader.Event<>((Op) record.value(), 1);
        spine = new SinkSpine<>(
                context,
                reader,
                new Documenting(),
                FaultPolicy.of(Map.of("errors.tolerance", "all"), context),
                new Limits(Integer.MAX_VALUE, Long.MAX_VALUE, Duration.ZERO, Duration.ZERO),
                counts);
    }

    /** Hands over to the documents at once; what the test settles is found at the next poll. */
    private final class Documenting implements Target<Op> {
        @Override
        public void accept(List<Entry<Op>> entries) {
            for (Entry<Op> entry : entries) {
                handedOver.accept(entry);
                documents.add(entry).ifPresent(settled::add);
            }
        }

        @Override
        public List<Settled<Op>> settled() {
            List<Settled<Op>> found = settled;
            settled = new ArrayList<>();
            return found;
        }

        @Override
        public boolean awaitProgress(Duration atMost) {
            return !settled.isEmpty();
        }

        @Override
        public Optional<ConnectException> failure() {
            return Optional.empty();
        }

        @Override
        public void abandon(Set<Slot> ended, Duration atMost) {
            documents.drop();
        }

        @Override
        public void close(Duration atMost) {
            // no threads
        }
    }

    /** Appends to a partition. */
    void produce(int partition, Op op) {
        TopicPartition where = new TopicPartition("ops", partition);
        if (contents.putIfAbsent(where, new ArrayList<>()) == null) {
            positions.put(where, 0);
            spine.open(List.of(where));
        }
        contents.get(where).add(op);
    }

    /** Delivers up to so many of what was not delivered yet. */
    void deliver(int partition, int atMost) {
        TopicPartition where = new TopicPartition("ops", partition);
        List<Op> ops = contents.getOrDefault(where, List.of());
        int from = positions.getOrDefault(where, 0);
        int until = from + Math.min(ops.size() - from, atMost);
        List<SinkRecord> records = new ArrayList<>();
        for (int offset = from; offset < until; offset++) {
            Op op = ops.get(offset);
            records.add(new SinkRecord(
                    "ops", partition, null, op.document(), null, op, offset, 0L, TimestampType.CREATE_TIME));
        }
        positions.put(where, until);
        spine.put(records);
    }

    /** Hands over and takes these at once. */
    List<Open<Op>> send(Op... ops) {
        for (Op op : ops) {
            produce(0, op);
        }
        deliver(0, ops.length);
        return documents.take(Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    void acknowledge(Open<Op> open, Outcome outcome) {
        settled.addAll(documents.acknowledge(open, outcome));
    }

    void faulty(Open<Op> open) {
        documents.faulty(open);
        settled.add(new Settled.Faulty<>(open.entry(), new RecordFault("bad")));
    }

    /** The partition goes, and comes again from what had been committed. */
    void revoke(int partition) {
        TopicPartition where = new TopicPartition("ops", partition);
        if (contents.containsKey(where)) {
            positions.put(where, committable(where));
            spine.close(List.of(where));
            spine.open(List.of(where));
        }
    }

    private int committable(TopicPartition where) {
        return (int) spine.preCommit(Map.of(where, new OffsetAndMetadata(positions.get(where))))
                .get(where)
                .offset();
    }

    /** Whether all that was produced has been delivered and has an outcome. */
    boolean done() {
        return contents.entrySet().stream()
                .allMatch(each -> committable(each.getKey()) == each.getValue().size());
    }

    long count(Outcome outcome) {
        spine.put(List.of());
        return counts.of(outcome);
    }

    List<Op> everything() {
        return contents.values().stream().flatMap(List::stream).toList();
    }
}
