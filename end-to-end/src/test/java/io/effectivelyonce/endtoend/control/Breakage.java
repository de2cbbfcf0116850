package io.effectivelyonce.endtoend.control;

/** What is wrong with a sink. */
public enum Breakage {
    /** Nothing. */
    NONE,
    /** The claim is committed in a transaction of its own, before the rows. */
    CLAIM_BEFORE_ROWS,
    /** The claim is committed in a transaction of its own, after the rows. */
    CLAIM_AFTER_ROWS,
    /** What is rejected leaves a claim. */
    CLAIM_OF_REJECTED,
    /** What is under way when the server goes away is rejected. */
    OUTAGE_IS_POISON,
    /** One order gets a piece too many of each product, another one too few. */
    ERRORS_THAT_CANCEL_OUT,
    /** The worker may commit the offset of what is not written yet. */
    OFFSET_BEFORE_WRITE
}
