package io.effectivelyonce.spine;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A target that keeps at the server itself how far each partition has come. Kafka is then never told more than the server
 * knows: if it knows less later, it has lost commits, and what they held is asked for again.
 *
 * <p>All methods are called by the task thread, and wait for nothing.
 *
 * @param <E> what a record is read into
 */
public interface OffsetKeeper<E> {

    /**
     * How far living slots have come; what stands still is left out.
     *
     * @param coming entries that the standings count already, and that the target is given to accept right after this
     */
    void progress(Map<Slot, Standing> standings, List<Entry<E>> coming);

    /** The offset up to which the server is known to keep this slot; empty before it does. Never falls. */
    OptionalLong kept(Slot slot);

    /**
     * Slots for which the server turned out to have forgotten commits, with the offset to go back to: never one above the
     * lowest without an outcome, or records in between would be skipped. Each finding is told once, but found again by the
     * next target, for the offset need not have been committed when a task dies.
     */
    Map<Slot, Long> lostCommits();
}
