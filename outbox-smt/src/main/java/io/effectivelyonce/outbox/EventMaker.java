package io.effectivelyonce.outbox;

import java.nio.ByteBuffer;
import java.util.List;
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
 * @param partitions the columns that set the partition; the last one wins
 * @param missing    what becomes of those that the table doesn't have
 * @param tombstones whether an empty payload becomes a tombstone
 */
record EventMaker(
        Payload payload,
        TopicRoute route,
        EventTime time,
        EventHeaders headers,
        EnvelopedValue envelope,
        List<Placement> partitions,
        MissingColumn missing,
        boolean tombstones) {
    private static final WholeNumber PARTITION = new WholeNumber(0, Integer.MAX_VALUE);

    <R extends ConnectRecord<R>> R event(R record, Row row) {
        String routeValue = row.text(row.names().route());
        SchemaAndValue key = row.key();
        SchemaAndValue value = value(row, routeValue);
        Headers eventHeaders = headers.of(row, record.headers());
        return record.newRecord(
                route.topic(row, routeValue),
                partition(row),
                key.schema(),
                key.value(),
                value.schema(),
                value.value(),
                time.of(row),
                eventHeaders);
    }

    private SchemaAndValue value(Row row, String routeValue) {
        SchemaAndValue content = payload.of(row);
        SchemaAndValue value = envelope == null ? content : envelope.of(row, content, routeValue);
        return tombstones && isEmpty(content.value()) ? SchemaAndValue.NULL : value;
    }

    private Integer partition(Row row) {
        Long partition = null;
        for (Placement placement : partitions) {
            if (missing.takes(row, placement)) {
                partition = PARTITION.orNull(row, placement.column());
            }
        }
        return partition == null ? null : partition.intValue();
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
