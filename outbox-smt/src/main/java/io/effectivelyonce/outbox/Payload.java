package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.json.JsonExpansion;
import io.effectivelyonce.outbox.json.UnusableJson;
import io.effectivelyonce.outbox.row.Agreement;
import io.effectivelyonce.outbox.row.Found;
import io.effectivelyonce.outbox.row.Row;
import io.effectivelyonce.outbox.row.RowIdentity;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The payload of a row: its column, expanded where that is asked for and possible. */
final class Payload {
    private static final Logger LOGGER = LoggerFactory.getLogger(Payload.class);

    private final JsonExpansion expansion;
    private boolean warned;

    /**
     * @param expansion turns JSON text into a struct, or null where text stays text
     */
    Payload(JsonExpansion expansion) {
        this.expansion = expansion;
    }

    SchemaAndValue of(Row row) {
        SchemaAndValue payload = Agreement.required(row, row.names().payload(), row.payload());
        if (expansion == null || payload.value() == null) {
            return payload;
        }
        if (!(payload.value() instanceof String text)) {
            warnOnce(row, "the column holds no text but " + Found.type(payload.schema()));
            return payload;
        }
        try {
            return expansion.expand(row.names().payload(), text);
        } catch (UnusableJson e) {
            warnOnce(row, e.getMessage());
            return payload;
        }
    }

    /** Once, since a table whose payloads can't be expanded would otherwise fill the log; the rest is there for who looks closely. */
    private void warnOnce(Row row, String why) {
        RowIdentity identity = row.identity();
        String message = "Payload of the outbox row with event id {} in table {} stays as it is, not expanded: {}";
        if (warned) {
            LOGGER.debug(message, identity.eventId(), identity.table(), why);
        } else {
            LOGGER.warn(message + " (further rows at DEBUG)", identity.eventId(), identity.table(), why);
            warned = true;
        }
    }
}
