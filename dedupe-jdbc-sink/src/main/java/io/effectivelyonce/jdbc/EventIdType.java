package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.StorableText;
import io.effectivelyonce.spine.RecordFault;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/** How event ids are stored and compared. */
enum EventIdType {
    /** Sixteen bytes; two spellings of one UUID are one id. */
    UUID("uuid") {
        @Override
        EventId parse(String text) {
            if (DASHED.matcher(text).matches()) {
                return new EventId.OfUuid(java.util.UUID.fromString(text));
            }
            if (BARE.matcher(text).matches()) {
                return new EventId.OfUuid(new UUID(
                        Long.parseUnsignedLong(text.substring(0, 16), 16),
                        Long.parseUnsignedLong(text.substring(16), 16)));
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

    private static final Pattern DASHED = Pattern.compile("(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern BARE = Pattern.compile("(?i)[0-9a-f]{32}");

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
}
