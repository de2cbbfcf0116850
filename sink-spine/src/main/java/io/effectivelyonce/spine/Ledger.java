package io.effectivelyonce.spine;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Which delivered records have no outcome yet, per slot and in offset order: the one place that knows the watermark.
 *
 * <p>Records that are filtered while being read never get a line: with no line below them they don't hold the watermark
 * back, and with one they can't move it. Used by the task thread alone.
 */
final class Ledger<E> {
    private final Map<TopicPartition, Page<E>> pages = new HashMap<>();
    private int records;
    private long bytes;

    private static final class Page<E> {
        final Slot slot;
        final Deque<Entry<E>> lines = new ArrayDeque<>();
        long lastDelivered = -1;

        Page(TopicPartition partition) {
            slot = new Slot(partition);
        }
    }

    /** Begins a slot for the partition. One that was still open ends; it is returned. */
    Optional<Slot> open(TopicPartition partition) {
        Optional<Slot> before = end(partition);
        pages.put(partition, new Page<>(partition));
        return before;
    }

    /** Ends the slot of the partition and forgets its lines. */
    Optional<Slot> end(TopicPartition partition) {
        Page<E> page = pages.remove(partition);
        if (page == null) {
            return Optional.empty();
        }
        page.slot.end();
        for (Entry<E> line : page.lines) {
            forget(line);
        }
        return Optional.of(page.slot);
    }

    /** The living slot of the partition. */
    Optional<Slot> slot(TopicPartition partition) {
        return Optional.ofNullable(pages.get(partition)).map(page -> page.slot);
    }

    Set<TopicPartition> partitions() {
        return Set.copyOf(pages.keySet());
    }

    /** Whether the offset lies at or below one that the living slot has seen: then Connect went back. */
    boolean seen(Slot slot, long offset) {
        return offset <= pages.get(slot.partition()).lastDelivered;
    }

    /** Notes that the record was delivered, with no outcome to wait for. */
    void pass(Slot slot, SinkRecord record) {
        pages.get(slot.partition()).lastDelivered = record.originalKafkaOffset();
    }

    /** Writes a line for a delivered record. */
    Entry<E> deliver(Slot slot, SinkRecord record, E event, int size) {
        pass(slot, record);
        Entry<E> line = new Entry<>(slot, record, event, size);
        pages.get(slot.partition()).lines.addLast(line);
        records++;
        bytes += size;
        return line;
    }

    /** The entry has its outcome. False if the slot has ended, or the outcome was known before. */
    boolean settle(Entry<E> entry) {
        if (!entry.slot().living() || entry.settled()) {
            return false;
        }
        forget(entry);
        Deque<Entry<E>> lines = pages.get(entry.slot().partition()).lines;
        while (!lines.isEmpty() && lines.peekFirst().settled()) {
            lines.removeFirst();
        }
        return true;
    }

    private void forget(Entry<E> line) {
        if (!line.settled()) {
            line.settle();
            records--;
            bytes -= line.bytes();
        }
    }

    /** The lowest offset of the living slot without an outcome. */
    OptionalLong lowestUnsettled(TopicPartition partition) {
        Page<E> page = pages.get(partition);
        return page == null || page.lines.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(page.lines.peekFirst().offset());
    }

    boolean anythingUnsettled() {
        return records > 0;
    }

    boolean full(Limits limits) {
        return records >= limits.records() || bytes >= limits.bytes();
    }

    /** Ends the slots of these partitions. */
    Set<Slot> end(Collection<TopicPartition> partitions) {
        return partitions.stream().flatMap(p -> end(p).stream()).collect(Collectors.toUnmodifiableSet());
    }
}
