package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.select.IdText;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.apache.kafka.connect.sink.SinkRecord;

/** Where a record carries its event id: one place, or several that are an id only together. */
record EventIdSource(List<Selector> selectors, EventIdType type) {

    /** The record's id; empty if one of the places is missing, null or empty. */
    Optional<EventId> read(SinkRecord record) {
        if (selectors.size() == 1) {
            return part(selectors.get(0), record).map(type::parse);
        }
        StringJoiner joined = new StringJoiner("|");
        for (Selector selector : selectors) {
            Optional<String> part = part(selector, record);
            if (part.isEmpty()) {
                return Optional.empty();
            }
            joined.add(escape(part.get()));
        }
        return Optional.of(type.parse(joined.toString()));
    }

    private static Optional<String> part(Selector selector, SinkRecord record) {
        Selected found = selector.select(record);
        return found.hasValue()
                ? Optional.of(IdText.of(selector, found)).filter(text -> !text.isEmpty())
                : Optional.empty();
    }

    /** Without it {@code a|b} and {@code c} would join to the same text as {@code a} and {@code b|c}. */
    private static String escape(String part) {
        return part.replace("\\", "\\\\").replace("|", "\\|");
    }
}
