package io.effectivelyonce.jdbc.retention;

import io.effectivelyonce.spine.RecordFault;
import java.util.Locale;

/** What becomes of an event that is older than what the claims still remember, and isn't claimed. */
public enum TooOld {
    /** The task stops at it. */
    FAIL,
    /** It goes through Connect's tolerance of errors and the dead letter queue. */
    REJECT,
    /** It has its effect, perhaps for the second time. */
    APPLY;

    public static TooOld of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    RecordFault.Reaction reaction() {
        return this == FAIL ? RecordFault.Reaction.FAIL : RecordFault.Reaction.REJECT;
    }
}
