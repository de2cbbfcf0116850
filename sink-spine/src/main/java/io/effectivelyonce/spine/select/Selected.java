package io.effectivelyonce.spine.select;

import org.apache.kafka.connect.data.Schema;

/**
 * What a selector found.
 *
 * @param present false where the record has no such place: no such field or header, or nothing above it. A field that is there
 *     and null is present.
 * @param schema the schema of the value; null for schemaless data
 * @param value the value; null if it is null or missing
 */
public record Selected(boolean present, Schema schema, Object value) {
    private static final Selected MISSING = new Selected(false, null, null);

    public static Selected missing() {
        return MISSING;
    }

    public static Selected of(Schema schema, Object value) {
        return new Selected(true, schema, value);
    }

    /** Whether there is a value to work with. */
    public boolean hasValue() {
        return value != null;
    }

    /** Values stay out of messages and logs. */
    @Override
    public String toString() {
        return present ? (value == null ? "null" : value.getClass().getSimpleName()) : "missing";
    }
}
