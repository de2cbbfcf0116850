package io.effectivelyonce.spine;

/**
 * What a target puts into its mailbox once the fate of an entry is sealed at the server.
 *
 * @param <E> what a record is read into
 */
public sealed interface Settled<E> {

    Entry<E> entry();

    /** {@link Outcome#APPLIED}, {@link Outcome#DUPLICATE}, {@link Outcome#STALE} or {@link Outcome#FILTERED}. */
    record Done<E>(Entry<E> entry, Outcome outcome) implements Settled<E> {
        public Done {
            if (outcome == Outcome.REJECTED) {
                throw new IllegalArgumentException("a target reports a fault; only the dead letter report rejects");
            }
        }
    }

    /** The record is at fault. Put here only after the transaction that holds its neighbours has committed. */
    record Faulty<E>(Entry<E> entry, RecordFault fault) implements Settled<E> {}
}
