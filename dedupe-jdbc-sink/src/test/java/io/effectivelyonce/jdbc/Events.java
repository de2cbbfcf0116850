package io.effectivelyonce.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;

/** Records as a worker hands them to the task. */
final class Events {
    static final TopicPartition PARTITION = new TopicPartition("orders", 0);

    private Events() {}

    /** The id of the n-th event. */
    static UUID id(int n) {
        return UUID.nameUUIDFromBytes(("event " + n).getBytes(StandardCharsets.UTF_8));
    }

    static SinkRecord event(long offset, UUID id, String type, Object value) {
        ConnectHeaders headers = new ConnectHeaders();
        if (id != null) {
            headers.addString("id", id.toString());
        }
        headers.addString("eventType", type);
        return record(offset, headers, value);
    }

    static SinkRecord record(long offset, ConnectHeaders headers, Object value) {
        return new SinkRecord(
                PARTITION.topic(),
                PARTITION.partition(),
                Schema.STRING_SCHEMA,
                "key",
                null,
                value,
                offset,
                1_700_000_000_000L,
                TimestampType.CREATE_TIME,
                headers);
    }

    /** The same record at this place. */
    static SinkRecord at(TopicPartition partition, SinkRecord record) {
        return new SinkRecord(
                partition.topic(),
                partition.partition(),
                record.keySchema(),
                record.key(),
                record.valueSchema(),
                record.value(),
                record.kafkaOffset(),
                record.timestamp(),
                record.timestampType(),
                record.headers());
    }

    /** A payment of {@code amount}, the event that most tests send. */
    static SinkRecord payment(long offset, UUID id, Object amount) {
        return event(offset, id, "Paid", Map.of("account", 1, "amount", amount));
    }
}
