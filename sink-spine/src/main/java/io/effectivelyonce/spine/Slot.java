package io.effectivelyonce.spine;

import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * One assignment of a partition to this task. When the partition is taken away, rewound or delivered again from an
 * earlier offset, its slot ends and a later assignment gets a new one; whatever still settles for the ended slot is void.
 *
 * <p>Slots are compared by identity. Any thread may ask; only the task thread ends one.
 */
public final class Slot {
    private final TopicPartition partition;
    private final OptionalLong rewoundTo;
    private volatile boolean living = true;

    Slot(TopicPartition partition) {
        this(partition, OptionalLong.empty());
    }

    Slot(TopicPartition partition, OptionalLong rewoundTo) {
        this.partition = partition;
        this.rewoundTo = rewoundTo;
    }

    /** The partition in the coordinates of the topic itself, whatever a transform made of the record's topic. */
    public TopicPartition partition() {
        return partition;
    }

    /** Where the task went back to when this slot began, because the server had forgotten commits; empty if it didn't. */
    public OptionalLong rewoundTo() {
        return rewoundTo;
    }

    /** Whether an outcome of this slot still counts. A target need not start work for a slot that has ended. */
    public boolean living() {
        return living;
    }

    void end() {
        living = false;
    }

    @Override
    public String toString() {
        return partition + (living ? "" : " (ended)");
    }
}
