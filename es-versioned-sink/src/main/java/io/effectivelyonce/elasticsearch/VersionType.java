package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.queue.Precedence;
import java.util.Locale;

/** How the server compares the version that is sent with the one that it holds. */
enum VersionType {
    /** Only a higher version writes. */
    EXTERNAL,
    /** A higher or equal version writes. */
    EXTERNAL_GTE;

    static VersionType of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Which of two operations with equal versions stays. */
    Precedence precedence() {
        return this == EXTERNAL ? Precedence.FIRST_OF_EQUALS : Precedence.LAST_OF_EQUALS;
    }

    /** The word of the bulk API. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
