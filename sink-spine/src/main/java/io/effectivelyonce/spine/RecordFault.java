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

    /** The reason of faults that no server has told. */
    private static final String RECORD = "record";

    private final Reaction reaction;
    private final String reason;

    /** A fault that is rejected if Connect's error handling allows it. */
    public RecordFault(String whatAndRemedy) {
        this(Reaction.REJECT, whatAndRemedy);
    }

    public RecordFault(Reaction reaction, String whatAndRemedy) {
        this(reaction, whatAndRemedy, RECORD);
    }

    private RecordFault(Reaction reaction, String whatAndRemedy, String reason) {
        super(whatAndRemedy);
        this.reaction = reaction;
        this.reason = reason;
    }

    /** The same fault under a short code by which it is counted, such as a SQLSTATE. */
    public RecordFault because(String code) {
        return new RecordFault(reaction, getMessage(), code);
    }

    /** The same fault with words before its message that say where it was met. */
    public RecordFault in(String where) {
        return new RecordFault(reaction, where + ": " + getMessage(), reason);
    }

    /** The code by which the fault is counted. */
    public String reason() {
        return reason;
    }

    public Reaction reaction() {
        return reaction;
    }
}
