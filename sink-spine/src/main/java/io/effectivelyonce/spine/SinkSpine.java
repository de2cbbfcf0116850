package io.effectivelyonce.spine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * A sink in one sentence: read the record, hand it over, settle its outcome, advance the watermark.
 *
 * <p>{@link #put} returns before the server has answered. That is safe because offsets follow outcomes and not deliveries,
 * and because only the task thread touches the task's context, the dead letter reporter and the ledger; the target has
 * threads of its own and a mailbox.
 *
 * <p>{@link #put} never throws {@code RetriableException}: Connect would deliver again what the ledger owns already. An outage
 * is waited out by the target while the task polls on. {@link #preCommit} never throws: Connect would seek back while work
 * is under way.
 *
 * @param <E> what a record is read into
 */
public final class SinkSpine<E> {
    /** How soon an idle task looks into the mailbox again; Connect itself calls only at the next offset commit. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final SinkTaskContext context;
    private final EventReader<E> reader;
    private final Target<E> target;
    private final Limits limits;
    private final OutcomeCounts counts;
    private final Rejections<E> rejections;
    private final Backpressure backpressure;
    private final Ledger<E> ledger = new Ledger<>();
    private final KeptOffsets<E> kept;
    private Optional<ConnectException> failure = Optional.empty();
    private int stoppedAt;

    public SinkSpine(
            SinkTaskContext context,
            EventReader<E> reader,
            Target<E> target,
            FaultPolicy policy,
            Limits limits,
            OutcomeCounts counts) {
        this.context = context;
        this.reader = reader;
        this.target = target;
        this.limits = limits;
        this.counts = counts;
        this.rejections = new Rejections<>(policy);
        this.backpressure = new Backpressure(context);
        this.kept = new KeptOffsets<>(context, target, ledger);
    }

    /** The task got these partitions. */
    public void open(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            ledger.open(partition).ifPresent(this::abandonAtOnce);
        }
        kept.begin(partitions);
    }

    /**
     * Takes delivered records, or none, and looks after what is under way.
     *
     * @throws ConnectException if the task has to stop: at a record, or because the target can't go on
     */
    public void put(Collection<SinkRecord> records) {
        kept.wentBack();
        settle();
        stopIfFailed();
        kept.goBack();
        handOver(read(records));
        settle();
        waitForRoom();
        stopIfFailed();
        kept.tell(List.of());
        lookAgain();
    }

    private void lookAgain() {
        if (ledger.anythingUnsettled() || kept.lags()) {
            context.timeout(LOOK_AGAIN.toMillis());
        }
        counts.pending(ledger.oldestUnsettled(), ledger.lag());
    }

    /**
     * The offsets that may be committed: per living slot the lowest without an outcome, else what Connect passes, and never
     * more than that, nor more than a server knows that keeps offsets itself.
     */
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> delivered) {
        settle();
        kept.reach(delivered);
        kept.tell(List.of());
        lookAgain();
        Map<TopicPartition, OffsetAndMetadata> safe = new HashMap<>();
        delivered.forEach((partition, next) -> {
            Optional<Slot> slot = ledger.slot(partition);
            if (slot.isPresent()) {
                kept.atMost(slot.get())
                        .ifPresent(
                                most -> safe.put(partition, most < next.offset() ? new OffsetAndMetadata(most) : next));
            }
        });
        return safe;
    }

    /** The task loses these partitions. What was not sent is dropped; what settles from now on comes again as a duplicate. */
    public void close(Collection<TopicPartition> partitions) {
        kept.forget(partitions);
        backpressure.forget(partitions);
        Set<Slot> ended = ledger.end(partitions);
        if (!ended.isEmpty()) {
            target.abandon(ended, limits.close());
        }
    }

    /** Ends the target. */
    public void stop() {
        target.close(limits.close());
        counts.close();
    }

    private void handOver(List<Entry<E>> entries) {
        kept.tell(entries);
        if (!entries.isEmpty()) {
            target.accept(entries);
        }
    }

    private List<Entry<E>> read(Collection<SinkRecord> records) {
        List<Entry<E>> entries = new ArrayList<>(records.size());
        for (SinkRecord record : records) {
            if (failure.isPresent()) {
                break;
            }
            slotFor(record).ifPresent(slot -> read(slot, record, entries));
        }
        return entries;
    }

    private void read(Slot slot, SinkRecord record, List<Entry<E>> entries) {
        try {
            EventReader.Reading<E> reading = reader.read(record);
            if (reading instanceof EventReader.Event<E> read) {
                entries.add(ledger.deliver(slot, record, read.event(), read.bytes()));
            } else {
                ledger.pass(slot, record);
                counts.add(Outcome.FILTERED);
            }
        } catch (RecordFault fault) {
            reject(ledger.deliver(slot, record, null, 0), fault);
        } catch (RuntimeException e) {
            ledger.deliver(slot, record, null, 0);
            stopAt(new ConnectException(Coordinates.of(record) + ": reading the record failed unexpectedly ("
                    + e.getClass().getName() + " at " + Arrays.toString(places(e))
                    + "); please report this. Its message is left out, for it may quote values"));
        }
    }

    /** The innermost places: enough to find the mistake. */
    private static StackTraceElement[] places(RuntimeException e) {
        StackTraceElement[] all = e.getStackTrace();
        return Arrays.copyOf(all, Math.min(all.length, 5));
    }

    /**
     * The slot that a record belongs to. A record at or below an offset that was seen means that Connect went back by itself:
     * the slot begins anew. A slot that waits for its rewind takes nothing, for the record will come again.
     */
    private Optional<Slot> slotFor(SinkRecord record) {
        TopicPartition partition = new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
        Optional<Slot> slot = ledger.slot(partition);
        if (slot.isEmpty()) {
            fail(new ConnectException(Coordinates.of(record)
                    + ": the record claims to come from a partition that this task doesn't have, so its offset can't be"
                    + " followed; a transform that changes the topic must keep the original coordinates"
                    + " (SinkRecord.newRecord does)"));
            return slot;
        }
        if (kept.goingBack(partition)) {
            return Optional.empty();
        }
        if (ledger.seen(slot.get(), record.originalKafkaOffset())) {
            ledger.open(partition).ifPresent(this::abandonAtOnce);
            return ledger.slot(partition);
        }
        return slot;
    }

    private void settle() {
        for (Settled<E> settled : target.settled()) {
            if (settled instanceof Settled.Done<E> done) {
                settle(done.entry(), done.outcome());
            } else if (settled instanceof Settled.Faulty<E> faulty && ledger.awaits(faulty.entry())) {
                reject(faulty.entry(), faulty.fault());
            }
        }
        try {
            rejections.completed(this::rejected);
        } catch (ConnectException e) {
            stopAt(e);
        }
    }

    private void rejected(Entry<E> entry, RecordFault fault) {
        if (ledger.settle(entry)) {
            counts.rejected(fault.reason());
        }
    }

    private void settle(Entry<E> entry, Outcome outcome) {
        if (ledger.settle(entry)) {
            counts.add(outcome);
        }
    }

    private void reject(Entry<E> entry, RecordFault fault) {
        try {
            rejections.report(entry, fault);
        } catch (ConnectException e) {
            stopAt(e);
        }
    }

    /** A record that stops the task never settles: it keeps its line, so that no offset passes it. */
    private void stopAt(ConnectException e) {
        stoppedAt++;
        fail(e);
    }

    /** The first failure is the one that explains. */
    private void fail(ConnectException e) {
        failure = failure.or(() -> Optional.of(e));
    }

    private void stopIfFailed() {
        failure = failure.or(target::failure);
        if (failure.isPresent()) {
            letEarlierWorkSettle();
            throw neverRetriable(failure.get());
        }
    }

    /**
     * What was handed over before the record at which the task stops must not be dropped with it: every restart would meet the
     * same record at the same place, and drop the same work again. It is waited for as long as a stop may take, since this is
     * one.
     */
    private void letEarlierWorkSettle() {
        long until = System.nanoTime() + limits.close().toNanos();
        while (ledger.waitsForMoreThan(stoppedAt) && target.failure().isEmpty()) {
            long left = until - System.nanoTime();
            if (left <= 0 || !awaitProgress(Duration.ofNanos(left))) {
                return;
            }
            settle();
        }
    }

    private static ConnectException neverRetriable(ConnectException e) {
        return e instanceof RetriableException ? new ConnectException(e.getMessage(), e) : e;
    }

    /**
     * Waits a bounded while for room, and otherwise pauses all partitions: also those that came while the task was full, for
     * Connect hands them over unpaused.
     */
    private void waitForRoom() {
        long until = System.nanoTime() + limits.put().toNanos();
        while (ledger.full(limits) && failure.isEmpty() && target.failure().isEmpty()) {
            long left = until - System.nanoTime();
            if (left <= 0 || !awaitProgress(Duration.ofNanos(left))) {
                break;
            }
            settle();
        }
        backpressure.apply(ledger.full(limits), ledger.partitions());
    }

    private boolean awaitProgress(Duration atMost) {
        try {
            return target.awaitProgress(atMost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void abandonAtOnce(Slot slot) {
        target.abandon(Set.of(slot), Duration.ZERO);
    }
}
