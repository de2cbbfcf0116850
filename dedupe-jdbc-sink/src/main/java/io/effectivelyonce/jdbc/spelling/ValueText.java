package io.effectivelyonce.jdbc.spelling;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.Selected;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;

/**
 * Spells a value as the server's type reads it. Everything goes to the server as text with the type left open, so the
 * described type decides, and numbers keep every digit.
 */
public final class ValueText {
    private ValueText() {}

    /**
     * The text to bind; null for null.
     *
     * @throws RecordFault if no text of the type can stand for the value
     */
    public static String of(Selected selected, ServerType type) {
        return of(selected.schema(), selected.value(), type);
    }

    static String of(Schema schema, Object value, ServerType type) {
        if (value == null) {
            return null;
        }
        Optional<String> meant = SemanticText.of(schema, value, type);
        if (meant.isPresent()) {
            return meant.get();
        }
        if (value instanceof String text) {
            return storable(text);
        }
        if (value instanceof List<?> list && type.array()) {
            return array(schema, list, type.element());
        }
        if (value instanceof Map<?, ?> map && type.hstore()) {
            return hstore(map);
        }
        if (value instanceof Map || value instanceof Struct || value instanceof List || type.json()) {
            return storable(JsonText.of(schema, value));
        }
        Optional<byte[]> bytes = SemanticText.bytes(value);
        if (bytes.isPresent()) {
            return hex(bytes.get(), type);
        }
        if (value instanceof Boolean bit && type.bits()) {
            return bit ? "1" : "0";
        }
        if (value instanceof Date date) {
            return time(schema, date);
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toString();
        }
        return value.toString();
    }

    /** A time of the record's own clock, which Connect gives as milliseconds, for a column that holds a time. */
    public static String ofMillis(Object millis, ServerType type) {
        return millis instanceof Long epoch && type.time()
                ? TimeText.moment(Instant.ofEpochMilli(epoch))
                : of(null, millis, type);
    }

    /** Dates and times of Connect, which count in UTC. */
    static String time(Schema schema, Date date) {
        Instant instant = date.toInstant();
        if (schema != null && Time.LOGICAL_NAME.equals(schema.name())) {
            return LocalTime.ofInstant(instant, ZoneOffset.UTC).toString();
        }
        if (schema != null && org.apache.kafka.connect.data.Date.LOGICAL_NAME.equals(schema.name())) {
            return TimeText.date(instant.atZone(ZoneOffset.UTC).toLocalDate());
        }
        return TimeText.moment(instant);
    }

    private static String storable(String text) {
        return StorableText.demand("a text", text);
    }

    private static String hstore(Map<?, ?> map) {
        StringJoiner literal = new StringJoiner(",");
        map.forEach((key, value) -> literal.add(element(storable(String.valueOf(key))) + "=>"
                + element(value == null ? null : storable(String.valueOf(value)))));
        return literal.toString();
    }

    private static String hex(byte[] bytes, ServerType type) {
        if (!type.bytes()) {
            throw new RecordFault("bytes can't be bound where the database wants " + type.name());
        }
        return "\\x" + HexFormat.of().formatHex(bytes);
    }

    /** A text, or null, as an element of an array. */
    public static String element(String text) {
        StringBuilder element = new StringBuilder();
        element(text, element);
        return element.toString();
    }

    /** Appends a text, or null, as an element of an array. */
    public static void element(String text, StringBuilder to) {
        if (text == null) {
            to.append("NULL");
        } else {
            to.append('"')
                    .append(text.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append('"');
        }
    }

    /** Appends texts, or nulls, as a line of COPY. */
    public static void line(List<String> texts, StringBuilder to) {
        String before = "";
        for (String text : texts) {
            to.append(before).append(text == null ? "\\N" : escaped(text));
            before = "\t";
        }
        to.append('\n');
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t");
    }

    private static String array(Schema schema, List<?> items, ServerType element) {
        Schema each = schema == null ? null : schema.valueSchema();
        StringJoiner literal = new StringJoiner(",", "{", "}");
        for (Object item : items) {
            if (item instanceof List<?> nested && !element.json()) {
                literal.add(array(each, nested, element));
            } else {
                literal.add(element(of(each, item, element)));
            }
        }
        return literal.toString();
    }
}
