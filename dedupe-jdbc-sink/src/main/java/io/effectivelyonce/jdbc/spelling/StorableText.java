package io.effectivelyonce.jdbc.spelling;

import io.effectivelyonce.spine.RecordFault;

/** Text that PostgreSQL keeps as it stands. */
public final class StorableText {
    private StorableText() {}

    /**
     * The text itself.
     *
     * @param what it is, for the message
     * @throws RecordFault if it would be refused, or would arrive as another text
     */
    public static String demand(String what, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new RecordFault(what + " holds the character U+0000, which PostgreSQL can't store");
        }
        if (text.codePoints().anyMatch(StorableText::halfOfAPair)) {
            throw new RecordFault(what + " holds half of a surrogate pair, which is no character and which UTF-8 can't"
                    + " spell; have the producer write whole characters");
        }
        return text;
    }

    /** Whole pairs come as one code point beyond the surrogates. The driver would send a question mark for a half. */
    private static boolean halfOfAPair(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
