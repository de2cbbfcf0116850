package io.effectivelyonce.endtoend.audit;

import java.util.Locale;

/** The ways in which the promise can be broken. */
public enum Breach {
    /** An effect of an event is missing. */
    LOST,
    /** An effect of an event is there more than once. */
    DOUBLED,
    /** Something says other than it must, or nobody knows why it is there. */
    WRONG,
    /** An older version stands where a newer one must, or a withdrawn product is there again. */
    STALE_APPLIED,
    /** An event that was fit to be applied lies in a dead letter queue. */
    WRONGLY_REJECTED,
    /** An event had its effect and left no claim: sent again, it would have it again. */
    UNCLAIMED,
    /** A claim for an event that nobody applied: sent again, it would be taken for a duplicate and never have its effect. */
    FALSELY_CLAIMED;

    /** The name in summaries. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
