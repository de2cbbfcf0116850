package io.effectivelyonce.spine;

import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A delivered record on its way to an outcome: the line of the ledger that a target is given to work on. Compared by
 * identity, for the same record may be delivered again.
 *
 * @param <E> what the sink reads a record into
 */
public final class Entry<E> {
    private final Slot slot;
    private final long offset;
    private final SinkRecord record;
    private final E event;
    private final int bytes;
    private final long since = System.nanoTime();

    Entry(Slot slot, SinkRecord record, E event, int bytes) {
        this.slot = slot;
        this.offset = record.originalKafkaOffset();
        this.record = record;
        this.event = event;
        this.bytes = bytes;
    }

    /** The assignment under which the record was delivered. */
    public Slot slot() {
        return slot;
    }

    /** The record's offset in its original topic and partition. */
    public long offset() {
        return offset;
    }

    /** The record as the task got it, for the dead letter queue and for messages. */
    public SinkRecord record() {
        return record;
    }

    /** What the record was read into. Null only for a record that could not be read, which no target ever sees. */
    public E event() {
        return event;
    }

    /** About how much memory the entry holds on to; what the limits of {@link Limits} count. */
    public int bytes() {
        return bytes;
    }

    /** When the record was delivered, on the clock of {@link System#nanoTime()}. */
    long since() {
        return since;
    }

    @Override
    public String toString() {
        return slot.partition() + "@" + offset;
    }
}
