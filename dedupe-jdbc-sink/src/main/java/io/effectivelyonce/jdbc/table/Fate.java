package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.spine.Outcome;

/** What became of a change of a row. */
public enum Fate {
    /** It was written, or there was nothing to write for it. */
    WRITTEN(Outcome.APPLIED),
    /** The row stands at this very version already: the same change, or another one that was given the same version. */
    TIED(Outcome.DUPLICATE),
    /** The row stands at a newer version. */
    LATE(Outcome.STALE);

    private final Outcome outcome;

    Fate(Outcome outcome) {
        this.outcome = outcome;
    }

    /** How its record ends. */
    public Outcome outcome() {
        return outcome;
    }
}
