package io.effectivelyonce.spine;

import org.apache.kafka.connect.errors.ConnectException;

/**
 * A fault that belongs to one record alone. The record is isolated: rejected to the dead letter queue, or, where the user
 * chose so, the task stops at it. The message says what was found and what to do; it never holds a value of the record.
 *
 * <p>It has no cause on purpose: messages of drivers and servers may quote the row.
 */
public final class RecordFault extends ConnectException {
    private static final long serialVersionUID = 1L;

    /** What the user asked for when this fault is met. */
    public enum Reaction {
        /** Through Connect's {@code errors.tolerance} and dead letter queue. */
        REJECT,
        /** Stop the task at this record, whatever {@code errors.tolerance} says. */
        FAIL
    }

    private final Reaction reaction;

    /** A fault that is rejected if Connect's error handling allows it. */
    public RecordFault(String whatAndRemedy) {
        this(Reaction.REJECT, whatAndRemedy);
    }

    public RecordFault(Reaction reaction, String whatAndRemedy) {
        super(whatAndRemedy);
        this.reaction = reaction;
    }

    public Reaction reaction() {
        return reaction;
    }
}
