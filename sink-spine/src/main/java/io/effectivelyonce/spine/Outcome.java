package io.effectivelyonce.spine;

import java.util.Locale;

/** What became of a record. Every record ends in exactly one; only then may its offset be passed. */
public enum Outcome {
    /** The effect was committed. */
    APPLIED,
    /** The same event had its effect before: its id was claimed already, or the target stands at an equal version. */
    DUPLICATE,
    /** The target stands at a newer version. */
    STALE,
    /** Not for this sink, by configuration. */
    FILTERED,
    /** A fault of the record; the dead letter report completed without error. */
    REJECTED;

    /** The name that metrics carry. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
