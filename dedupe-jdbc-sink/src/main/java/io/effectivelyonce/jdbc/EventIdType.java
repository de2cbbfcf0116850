package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.StorableText;
import io.effectivelyonce.spine.RecordFault;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;

/** How event ids are stored and compared. */
enum EventIdType {
    /** Sixteen bytes; two spellings of one UUID are one id. */
    UUID("uuid") {
        @Override
        EventId parse(String text) {
            if (spelled(text, DASHED)) {
                return new EventId.OfUuid(java.util.UUID.fromString(text));
            }
            if (spelled(text, BARE)) {
                return new EventId.OfUuid(
                        new UUID(Long.parseUnsignedLong(text, 0, 16, 16), Long.parseUnsignedLong(text, 16, BARE, 16)));
            }
            throw new RecordFault("the event id is no UUID (" + text.length()
                    + " characters): let the producer write one, or set event.id.type=text");
        }
    },

    /** Text as it stands: case and blanks count. */
    TEXT("text") {
        @Override
        EventId parse(String text) {
            StorableText.demand("the event id", text);
            if (text.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
                throw new RecordFault("the event id is longer than " + LONGEST + " bytes and would not fit the index of"
                        + " the claims; choose a shorter one with event.id.from");
            }
            return new EventId.OfText(text);
        }
    };

    /** An index entry of PostgreSQL holds some 2,700 bytes, and the consumer's name is in it too. */
    private static final int LONGEST = 1_024;

    /** How long a UUID is with its four dashes, and without. */
    private static final int DASHED = 36;

    private static final int BARE = 32;

    private final String columnType;

    EventIdType(String columnType) {
        this.columnType = columnType;
    }

    static EventIdType of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** The type of the column {@code event_id}, and the word of the configuration. */
    String columnType() {
        return columnType;
    }

    /**
     * The id that a text spells.
     *
     * @throws RecordFault if it can't be one
     */
    abstract EventId parse(String text);

    /** Whether the text is so long and has hexadecimal digits at all places but those of the dashes, if there are any. */
    private static boolean spelled(String text, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            boolean dash = length == DASHED && (i == 8 || i == 13 || i == 18 || i == 23);
            if (dash ? text.charAt(i) != '-' : !HexFormat.isHexDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
