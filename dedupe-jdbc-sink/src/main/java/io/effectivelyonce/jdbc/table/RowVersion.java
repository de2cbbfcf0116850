package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.util.regex.Pattern;
import org.apache.kafka.connect.sink.SinkRecord;

/** Finds the version of a record: a whole number from 0 to 2^63-2, as the other sink has it. Nothing is rounded. */
final class RowVersion {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,19}");

    private RowVersion() {}

    /**
     * The version.
     *
     * @throws RecordFault if there is none
     */
    static long of(Selector from, SinkRecord record) {
        Selected found = from.select(record);
        if (!found.hasValue()) {
            throw fault(from, "is missing or null");
        }
        long version = whole(from, found.value());
        if (version < 0 || version == Long.MAX_VALUE) {
            throw fault(from, "is out of range");
        }
        return version;
    }

    private static long whole(Selector from, Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof String text && DIGITS.matcher(text).matches()) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw fault(from, "is out of range");
            }
        }
        throw fault(from, "is of type " + value.getClass().getSimpleName() + " and no whole number");
    }

    private static RecordFault fault(Selector from, String what) {
        return new RecordFault("the version at " + from + " " + what
                + "; a version is a whole number from 0 to 9223372036854775806, also in a tombstone. Set "
                + TableKeys.VERSION_FROM + " to where it is, or let the producer send it");
    }
}
