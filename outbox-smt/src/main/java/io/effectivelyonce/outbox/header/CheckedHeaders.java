package io.effectivelyonce.outbox.header;

import io.effectivelyonce.outbox.row.Row;
import io.effectivelyonce.outbox.row.WholeNumber;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/**
 * The checked id, type and version of the event, for the sinks that act on them.
 *
 * @param id            the name of the header for the event id, or null for no such header
 * @param type          the name of the header for the event type, or null for no such header
 * @param version       the name of the header for the version
 * @param versionColumn where the version comes from, or null for no such header
 */
public record CheckedHeaders(String id, String type, String version, String versionColumn) implements HeaderPart {
    private static final WholeNumber VERSION = new WholeNumber(0, Long.MAX_VALUE);

    @Override
    public void write(EventBasis event, Headers headers) {
        Row row = event.row();
        if (id != null) {
            HeaderPart.set(headers, id, event.id(), Schema.STRING_SCHEMA);
        }
        if (type != null) {
            HeaderPart.set(headers, type, row.text(row.names().type()), Schema.STRING_SCHEMA);
        }
        if (versionColumn != null) {
            HeaderPart.set(headers, version, VERSION.required(row, versionColumn), Schema.INT64_SCHEMA);
        }
    }
}
