package io.effectivelyonce.elasticsearch.queue;

import io.effectivelyonce.spine.Entry;

/**
 * An entry whose fate is not sealed yet. While it is under way, the lane that took it may change it, and nobody else.
 *
 * @param <E> the operation
 */
public final class Open<E extends Guarded> {
    private final Entry<E> entry;
    private final long arrival;
    private boolean doubtful;
    private int failedAlone;
    private int failedItems;

    /**
     * @param arrival rises with each entry that the task hands over
     */
    Open(Entry<E> entry, long arrival) {
        this.entry = entry;
        this.arrival = arrival;
    }

    public Entry<E> entry() {
        return entry;
    }

    public E operation() {
        return entry.event();
    }

    /** Whether its outcome still counts. */
    public boolean living() {
        return entry.slot().living();
    }

    /** It was sent and not answered, so that the server may carry it out at any later time. */
    public void sentIntoTheUnknown() {
        doubtful = true;
    }

    /** Its request failed, with nothing else in it. Gives back how often that has happened. */
    public int failedAlone() {
        return ++failedAlone;
    }

    /** The server took its request, and failed at this operation. Gives back how often that has happened. */
    public int failedItem() {
        return ++failedItems;
    }

    boolean doubtful() {
        return doubtful;
    }

    long arrival() {
        return arrival;
    }

    @Override
    public String toString() {
        return entry + " v" + operation().version();
    }
}
