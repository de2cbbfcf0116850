package io.effectivelyonce.jdbc.retention;

import java.util.Locale;

/** How the claims table is laid out. */
public enum Layout {
    /** One table; old claims are deleted in batches. */
    PLAIN,
    /** A partition for each UTC day of the events' own time; old claims go with their partition. */
    DAILY;

    public static Layout of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
