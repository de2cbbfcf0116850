package io.effectivelyonce.outbox.header;

import io.effectivelyonce.outbox.row.Agreement;
import io.effectivelyonce.outbox.row.EventId;
import io.effectivelyonce.outbox.row.Row;
import java.util.List;
import org.apache.kafka.connect.header.Headers;

/** The headers of an event: those of the change event, then {@code id} with the type of its column, then the parts in their order. */
public final class EventHeaders {
    /** EventRouter's own header. */
    public static final String ID = "id";

    private final EventId eventId;
    private final List<HeaderPart> parts;

    public EventHeaders(EventId eventId, List<HeaderPart> parts) {
        this.eventId = eventId;
        this.parts = parts;
    }

    /** All headers of the row's event in a new collection; those of the change event stay as they are. */
    public Headers of(Row row, Long timestamp, Headers ofChange) {
        EventBasis event = new EventBasis(row, eventId.of(row), timestamp);
        Headers headers = ofChange.duplicate();
        headers.add(ID, Agreement.required(row, row.names().id(), row.id()));
        for (HeaderPart part : parts) {
            part.write(event, headers);
        }
        return headers;
    }
}
