package io.effectivelyonce.spine;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
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
 * back, and with one they can't move it. A settled line is struck out at once, also behind one that stays open for long: what
 * the ledger holds on to is exactly what it counts. Used by the task thread alone.
 */
final class Ledger<E> {
    private final Map<TopicPartition, Page<E>> pages = new HashMap<>();
    private int records;
    private long bytes;

    private static final class Page<E> {
        final Slot slot;
        final LinkedHashSet<Entry<E>> lines = new LinkedHashSet<>();
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
        page.lines.forEach(this::uncount);
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
        pages.get(slot.partition()).lines.add(line);
        records++;
        bytes += size;
        return line;
    }

    /** Whether the entry waits for its outcome: its slot lives, and the outcome was not known before. */
    boolean awaits(Entry<E> entry) {
        return entry.slot().living()
                && pages.get(entry.slot().partition()).lines.contains(entry);
    }

    /** The entry has its outcome. False if it did not wait for one. */
    boolean settle(Entry<E> entry) {
        if (!awaits(entry)) {
            return false;
        }
        pages.get(entry.slot().partition()).lines.remove(entry);
        uncount(entry);
        return true;
    }

    private void uncount(Entry<E> line) {
        records--;
        bytes -= line.bytes();
    }

    /** The lowest offset of the living slot without an outcome. */
    OptionalLong lowestUnsettled(TopicPartition partition) {
        Page<E> page = pages.get(partition);
        return page == null || page.lines.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(page.lines.iterator().next().offset());
    }

    /** When the oldest line was written, on the clock of {@link System#nanoTime()}. */
    OptionalLong oldestUnsettled() {
        return pages.values().stream()
                .filter(page -> !page.lines.isEmpty())
                .mapToLong(page -> page.lines.iterator().next().since())
                .reduce((one, other) -> one - other < 0 ? one : other);
    }

    /** Over all partitions the largest distance from the lowest offset without an outcome to behind the last delivered. */
    long lag() {
        return pages.values().stream()
                .filter(page -> !page.lines.isEmpty())
                .mapToLong(page ->
                        page.lastDelivered + 1 - page.lines.iterator().next().offset())
                .max()
                .orElse(0);
    }

    boolean anythingUnsettled() {
        return waitsForMoreThan(0);
    }

    boolean waitsForMoreThan(int lines) {
        return records > lines;
    }

    boolean full(Limits limits) {
        return records >= limits.records() || bytes >= limits.bytes();
    }

    /** Ends the slots of these partitions. */
    Set<Slot> end(Collection<TopicPartition> partitions) {
        return partitions.stream().flatMap(p -> end(p).stream()).collect(Collectors.toUnmodifiableSet());
    }
}
