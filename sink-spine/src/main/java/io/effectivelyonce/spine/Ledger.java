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
    private static final long UNKNOWN = -1;

    private final Map<TopicPartition, Page<E>> pages = new HashMap<>();
    private int records;
    private long bytes;

    private static final class Page<E> {
        final Slot slot;
        final LinkedHashSet<Entry<E>> lines = new LinkedHashSet<>();
        /** Those lines that no target sees. */
        final LinkedHashSet<Entry<E>> unread = new LinkedHashSet<>();

        long lastDelivered = UNKNOWN;
        long begin = UNKNOWN;
        long next = UNKNOWN;

        Page(Slot slot) {
            this.slot = slot;
        }

        void pass(long offset) {
            lastDelivered = offset;
            begin = begin == UNKNOWN ? offset : begin;
            next = offset + 1;
        }

        Standing standing() {
            return new Standing(begin, first(lines), first(unread), next);
        }

        private long first(Set<Entry<E>> inOrder) {
            return inOrder.isEmpty() ? next : inOrder.iterator().next().offset();
        }
    }

    /** Begins a slot for the partition. One that was still open ends; it is returned. */
    Optional<Slot> open(TopicPartition partition) {
        return begin(new Slot(partition));
    }

    /** Begins a slot for a partition that goes back to {@code offset}. The one that was open ends; it is returned. */
    Optional<Slot> rewind(TopicPartition partition, long offset) {
        return begin(new Slot(partition, OptionalLong.of(offset)));
    }

    private Optional<Slot> begin(Slot slot) {
        Optional<Slot> before = end(slot.partition());
        pages.put(slot.partition(), new Page<>(slot));
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
        pages.get(slot.partition()).pass(record.originalKafkaOffset());
    }

    /**
     * Connect stands at this offset, also because of records that the task never sees. Right after a rewind that says nothing:
     * only what comes next tells from where on the log goes on.
     */
    void reach(Slot slot, long next) {
        Page<E> page = pages.get(slot.partition());
        if (page.begin == UNKNOWN && next <= slot.rewoundTo().orElse(UNKNOWN)) {
            return;
        }
        page.begin = page.begin == UNKNOWN ? next : page.begin;
        page.next = Math.max(page.next, next);
    }

    /** How far the slots have come of which anything is known. */
    Map<Slot, Standing> standings() {
        Map<Slot, Standing> standings = new HashMap<>();
        for (Page<E> page : pages.values()) {
            if (page.begin != UNKNOWN) {
                standings.put(page.slot, page.standing());
            }
        }
        return standings;
    }

    /** Writes a line for a delivered record. */
    Entry<E> deliver(Slot slot, SinkRecord record, E event, int size) {
        pass(slot, record);
        Entry<E> line = new Entry<>(slot, record, event, size);
        Page<E> page = pages.get(slot.partition());
        page.lines.add(line);
        if (event == null) {
            page.unread.add(line);
        }
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
        Page<E> page = pages.get(entry.slot().partition());
        page.lines.remove(entry);
        page.unread.remove(entry);
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
