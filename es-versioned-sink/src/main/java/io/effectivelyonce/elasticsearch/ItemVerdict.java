package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.RecordFault;

/** What the server's word on one operation means. */
sealed interface ItemVerdict {

    /**
     * Its fate is sealed.
     *
     * @param held the version that the server holds instead of it; empty if none, or if it doesn't tell
     */
    record Sealed(Outcome outcome, String held) implements ItemVerdict {}

    /** The record is at fault. */
    record Faulty(RecordFault fault) implements ItemVerdict {}

    /** The server failed at it, which may be because of the record: try again, for a while. */
    record Failed(String why) implements ItemVerdict {}

    /** The environment is: try again later. */
    record Later(String why) implements ItemVerdict {}

    /** The configuration is; once it has worked, that is an outage too. */
    record Misconfigured(String whyAndRemedy) implements ItemVerdict {}
}
