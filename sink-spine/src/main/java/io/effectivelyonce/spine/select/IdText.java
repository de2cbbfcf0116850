package io.effectivelyonce.spine.select;

import io.effectivelyonce.spine.RecordFault;
import org.apache.kafka.connect.data.Schema;

/**
 * The text of an id. Ids are compared as text, so two spellings must never become one: an id in a header that the header
 * converter has re-typed ({@code 007} becomes the number 7) is refused, and so is what has no one natural spelling.
 */
public final class IdText {
    private IdText() {}

    /**
     * The id as text, without any change of case or blanks.
     *
     * @param selector where the id came from
     * @param found a value that is there
     * @throws RecordFault if the value is no text and no whole number, or a number from a header
     */
    public static String of(Selector selector, Selected found) {
        Object value = found.value();
        if (value instanceof String text) {
            return text;
        }
        if (selector.root() == Root.HEADER) {
            throw new RecordFault(selector + " is " + typeOf(found)
                    + ", not text: the header converter has re-typed it and two ids could have become one. Set"
                    + " header.converter=org.apache.kafka.connect.storage.StringConverter on the connector");
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return value.toString();
        }
        throw new RecordFault(selector + " is " + typeOf(found) + "; an id must be text or a whole number");
    }

    private static String typeOf(Selected found) {
        Schema schema = found.schema();
        if (schema == null) {
            return "of type " + found.value().getClass().getSimpleName();
        }
        return "of type " + (schema.name() == null ? schema.type().getName() : schema.name());
    }
}
