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
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == 0) {
                throw new RecordFault(what + " holds the character U+0000, which PostgreSQL can't store");
            }
            if (Character.isSurrogate(character) && !pairBegins(text, i++)) {
                throw new RecordFault(what + " holds half of a surrogate pair, which is no character and which UTF-8"
                        + " can't spell; have the producer write whole characters");
            }
        }
        return text;
    }

    /** The driver would send a question mark for a half. */
    private static boolean pairBegins(String text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }
}
