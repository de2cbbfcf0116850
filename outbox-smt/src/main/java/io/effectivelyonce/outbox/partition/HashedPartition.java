package io.effectivelyonce.outbox.partition;

import io.effectivelyonce.outbox.row.EventId;
import io.effectivelyonce.outbox.row.Found;
import io.effectivelyonce.outbox.row.Row;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The partition that Kafka's default partitioner would choose if the column were the record's key, so that events with keys of their own
 * can keep the order of another column.
 *
 * @param column what is hashed: bytes as they are, anything else as its text in UTF-8
 * @param count  how many partitions the topics have; it can't be seen from here
 */
public record HashedPartition(String column, int count) implements Partitioning {
    @Override
    public Integer of(Row row) {
        return Murmur2.partition(bytes(row), count);
    }

    private byte[] bytes(Row row) {
        Object stored = row.stored(column);
        if (stored == null) {
            throw row.fault(column, "a value that decides on the partition", Found.NULL);
        }
        if (stored instanceof byte[] bytes) {
            return bytes;
        }
        if (stored instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return EventId.textOf(stored)
                .orElseThrow(() -> row.fault(column, "a text, a number or bytes", Found.type(row.schema(column))))
                .getBytes(StandardCharsets.UTF_8);
    }
}
