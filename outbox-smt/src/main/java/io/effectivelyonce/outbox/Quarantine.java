package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.header.HeaderPart;
import io.effectivelyonce.outbox.row.RowFault;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.header.Headers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends an invalid row to a topic of its own, in the same transaction as the events around it. Key and value have the types that the event
 * would have had, so that the connector's converters can write them.
 */
record Quarantine(String topic, RowReader rows) implements FaultPolicy {
    private static final Logger LOGGER = LoggerFactory.getLogger(Quarantine.class);

    @Override
    public <R extends ConnectRecord<R>> R settle(R record, RowFault fault) {
        LOGGER.error("Sent to {}: {}", topic, fault.getMessage());
        SchemaAndValue key = rows.key(record);
        SchemaAndValue value = rows.value(record);
        Headers headers = record.headers().duplicate();
        HeaderPart.set(headers, "outbox.fault.reason", fault.getMessage(), Schema.STRING_SCHEMA);
        HeaderPart.set(headers, "outbox.fault.table", fault.table(), Schema.STRING_SCHEMA);
        HeaderPart.set(headers, "outbox.fault.event.id", fault.eventId(), Schema.STRING_SCHEMA);
        HeaderPart.set(headers, "outbox.fault.column", fault.column(), Schema.STRING_SCHEMA);
        return record.newRecord(
                topic, null, key.schema(), key.value(), value.schema(), value.value(), record.timestamp(), headers);
    }
}
