package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.header.EventHeaders;
import io.effectivelyonce.outbox.partition.Partitioning;
import io.effectivelyonce.outbox.row.Agreement;
import io.effectivelyonce.outbox.row.Row;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.header.Headers;

/**
 * Makes the event out of an outbox row, or says why it can't. Reads the record and changes nothing in it.
 *
 * @param payload    the payload of a row
 * @param route      the topic of a row
 * @param time       the timestamp of a row
 * @param headers    the headers of a row
 * @param envelope   what encloses the payload, or null where the payload itself is the value
 * @param partition  the partition of a row
 * @param tombstones whether an empty payload becomes a tombstone
 */
record EventMaker(
        Payload payload,
        TopicRoute route,
        EventTime time,
        EventHeaders headers,
        EnvelopedValue envelope,
        Partitioning partition,
        boolean tombstones) {
    <R extends ConnectRecord<R>> R event(R record, Row row) {
        String routeValue = row.text(row.names().route());
        SchemaAndValue key = Agreement.required(row, row.names().key(), row.key());
        SchemaAndValue value = value(row, routeValue);
        Long timestamp = time.of(row);
        Headers eventHeaders = headers.of(row, timestamp, record.headers());
        return record.newRecord(
                route.topic(row, routeValue),
                partition.of(row),
                key.schema(),
                key.value(),
                value.schema(),
                value.value(),
                timestamp,
                eventHeaders);
    }

    private SchemaAndValue value(Row row, String routeValue) {
        SchemaAndValue content = payload.of(row);
        SchemaAndValue value = envelope == null ? content : envelope.of(row, content, routeValue);
        return tombstones && isEmpty(content.value()) ? SchemaAndValue.NULL : value;
    }

    private static boolean isEmpty(Object payload) {
        if (payload instanceof String text) {
            return text.trim().isEmpty();
        }
        if (payload instanceof byte[] bytes) {
            return bytes.length == 0;
        }
        if (payload instanceof ByteBuffer bytes) {
            return !bytes.hasRemaining();
        }
        return payload == null;
    }
}
