package io.effectivelyonce.spine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The end of a sink that talks to the server. It gathers, batches, orders and retries as its server needs, on threads of
 * its own; the task thread hands entries in and takes outcomes out.
 *
 * <p>All methods are called by the task thread. None waits for the server longer than it says.
 *
 * @param <E> what a record is read into
 */
public interface Target<E> {

    /** Takes over entries, in offset order per slot. Never blocks, never throws, never needs the server. */
    void accept(List<Entry<E>> entries);

    /** Empties the mailbox: what has been sealed since the last call, in any order. */
    List<Settled<E>> settled();

    /** Waits until the mailbox holds something or {@link #failure()} is there. False after {@code atMost}. */
    boolean awaitProgress(Duration atMost) throws InterruptedException;

    /** Why no further work is possible: a fault of the configuration, or a spent retry budget. Waits nothing. */
    Optional<ConnectException> failure();

    /** What keeps offsets at the server, if the target does; the same one at each call. */
    default Optional<OffsetKeeper<E>> keeper() {
        return Optional.empty();
    }

    /**
     * The slots have ended: drops what was not sent, and waits up to {@code atMost} for what was. Outcomes of these slots are
     * void from now on. A target whose effects are not guarded by the server itself must not let unfinished work commit after
     * this returns.
     */
    void abandon(Set<Slot> ended, Duration atMost);

    /** Ends all work within {@code atMost} and gives back threads and connections. Nothing settles afterwards. */
    void close(Duration atMost);
}
