package io.effectivelyonce.outbox;

import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.header.Headers;

/**
 * The headers of an event: those of the change event, then {@code id} with the type of its column, the placed columns in their order, and
 * last the checked id, type and version under the names that the user chose.
 */
final class EventHeaders {
    /** EventRouter's own header. */
    static final String ID = "id";

    private static final WholeNumber VERSION = new WholeNumber(0, Long.MAX_VALUE);

    private final EventId eventId;
    private final HeaderNames names;
    private final List<Placement> placements;
    private final MissingColumn missing;

    EventHeaders(EventId eventId, HeaderNames names, List<Placement> placements, MissingColumn missing) {
        this.eventId = eventId;
        this.names = names;
        this.placements = placements;
        this.missing = missing;
    }

    /** All headers of the row's event in a new collection; those of the change event stay as they are. */
    Headers of(Row row, Headers ofChange) {
        String id = eventId.of(row);
        Headers headers = ofChange.duplicate();
        headers.add(ID, row.id());
        for (Placement placement : placements) {
            if (missing.takes(row, placement)) {
                SchemaAndValue column = row.column(placement.column());
                headers.add(placement.alias(), column);
            }
        }
        if (names.id() != null) {
            set(headers, names.id(), id, Schema.STRING_SCHEMA);
        }
        if (names.type() != null) {
            set(headers, names.type(), row.text(row.names().type()), Schema.STRING_SCHEMA);
        }
        if (names.versionColumn() != null) {
            set(headers, names.version(), VERSION.required(row, names.versionColumn()), Schema.INT64_SCHEMA);
        }
        return headers;
    }

    /** Ours alone under this name, also where the change event came with one. */
    private static void set(Headers headers, String name, Object value, Schema schema) {
        headers.remove(name);
        headers.add(name, value, schema);
    }
}
