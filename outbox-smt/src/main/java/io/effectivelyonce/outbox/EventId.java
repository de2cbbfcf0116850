package io.effectivelyonce.outbox;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The identity of the event. A row without one is a fault: whoever applies the event could not tell a redelivery from a new event.
 *
 * <p>The canonical text is the text itself, the decimal digits of an integer, or the usual notation of a UUID, also of one that is stored
 * in 16 bytes.
 */
final class EventId {
    /** What an id must look like. */
    enum Format {
        /** Any text or integer that is not blank. */
        ANY,
        /** A UUID, whose canonical text is in lower case. */
        UUID
    }

    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final int UUID_BYTES = 16;

    private final Format format;

    EventId(Format format) {
        this.format = format;
    }

    /** The canonical text of the row's id. */
    String of(Row row) {
        String column = row.names().id();
        Object stored = row.stored(column);
        if (stored == null) {
            throw row.fault(column, "an event id", Found.NULL);
        }
        String text = textOf(stored)
                .orElseThrow(() ->
                        row.fault(column, "a text, an integer or a UUID as event id", Found.type(row.schema(column))));
        if (text.isBlank()) {
            throw row.fault(column, "an event id", "a blank text");
        }
        if (format == Format.ANY) {
            return text;
        }
        if (!UUID_TEXT.matcher(text).matches()) {
            throw row.fault(column, "a UUID (event.id.format)", "another " + Found.type(row.schema(column)));
        }
        return text.toLowerCase(Locale.ROOT);
    }

    static Optional<String> textOf(Object id) {
        if (id instanceof String text) {
            return Optional.of(text);
        }
        if (id instanceof Long || id instanceof Integer || id instanceof Short || id instanceof Byte) {
            return Optional.of(id.toString());
        }
        if (id instanceof byte[] bytes && bytes.length == UUID_BYTES) {
            return Optional.of(uuid(ByteBuffer.wrap(bytes)));
        }
        if (id instanceof ByteBuffer buffer && buffer.remaining() == UUID_BYTES) {
            return Optional.of(uuid(buffer.duplicate()));
        }
        return Optional.empty();
    }

    private static String uuid(ByteBuffer bytes) {
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }
}
