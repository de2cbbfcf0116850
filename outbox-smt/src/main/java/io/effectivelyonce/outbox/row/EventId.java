package io.effectivelyonce.outbox.row;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * The identity of the event. A row without one is a fault: whoever applies the event could not tell a redelivery from a new event.
 *
 * <p>The canonical text is the text itself, the digits of a number, the usual notation of a UUID where there are 16 bytes, and hexadecimal
 * digits where there are fewer or more.
 */
public final class EventId {
    /** What an id must look like. */
    public enum Format {
        /** Whatever has an exact text that is not blank. */
        ANY,
        /** A UUID, whose canonical text is in lower case. */
        UUID
    }

    private static final String UUID_SHAPE = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    private static final int UUID_BYTES = 16;

    private final Format format;

    public EventId(Format format) {
        this.format = format;
    }

    /** The canonical text of the row's id. */
    public String of(Row row) {
        String column = row.names().id();
        Object stored = row.stored(column);
        if (stored == null) {
            throw row.fault(column, "an event id", Found.NULL);
        }
        String text = textOf(stored)
                .orElseThrow(() ->
                        row.fault(column, "a text, a number or bytes as event id", Found.type(row.schema(column))));
        if (text.isBlank()) {
            throw row.fault(column, "an event id", "a blank text");
        }
        if (format == Format.ANY) {
            return text;
        }
        if (!isUuid(text)) {
            throw row.fault(column, "a UUID (event.id.format)", "another " + Found.type(row.schema(column)));
        }
        return text.toLowerCase(Locale.ROOT);
    }

    /** Without a regular expression, since every id is a new one. */
    private static boolean isUuid(String text) {
        if (text.length() != UUID_SHAPE.length()) {
            return false;
        }
        for (int i = 0; i < UUID_SHAPE.length(); i++) {
            char c = text.charAt(i);
            if (UUID_SHAPE.charAt(i) == '-' ? c != '-' : !HexFormat.isHexDigit(c)) {
                return false;
            }
        }
        return true;
    }

    /** The text of an id, or nothing where it is of a type that has no exact one. */
    public static Optional<String> textOf(Object id) {
        if (id instanceof String text) {
            return Optional.of(text);
        }
        if (id instanceof Long || id instanceof Integer || id instanceof Short || id instanceof Byte) {
            return Optional.of(id.toString());
        }
        if (id instanceof BigDecimal decimal) {
            return Optional.of(decimal.toPlainString());
        }
        if (id instanceof byte[] bytes) {
            return Optional.of(textOf(ByteBuffer.wrap(bytes)));
        }
        if (id instanceof ByteBuffer bytes) {
            return Optional.of(textOf(bytes.duplicate()));
        }
        return VariableScaleDecimal.in(id).map(BigDecimal::toPlainString);
    }

    private static String textOf(ByteBuffer bytes) {
        if (bytes.remaining() == UUID_BYTES) {
            return new UUID(bytes.getLong(), bytes.getLong()).toString();
        }
        byte[] all = new byte[bytes.remaining()];
        bytes.get(all);
        return HexFormat.of().formatHex(all);
    }
}
