package io.effectivelyonce.jdbc;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/** A cheap estimate of the memory that a record holds on to while it waits for its outcome. */
final class Footprint {
    private static final int RECORD = 400;
    private static final long VALUE = 32;
    private static final long CALL = 96;

    private Footprint() {}

    /**
     * The bytes of a record and of what it was read into.
     *
     * @param calls the runs of statements; their arguments are the record's own values, but each is held once more
     */
    static int of(SinkRecord record, List<JdbcEvent.Call> calls) {
        long bytes = RECORD + of(record.key()) + of(record.value());
        for (JdbcEvent.Call call : calls) {
            bytes += CALL
                    + VALUE * (call.arguments().size() + call.sortKey().parts().size());
        }
        for (Header header : record.headers()) {
            bytes += VALUE + of(header.value());
        }
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    private static long of(Object value) {
        if (value instanceof String text) {
            return VALUE + 2L * text.length();
        }
        if (value instanceof byte[] bytes) {
            return VALUE + bytes.length;
        }
        if (value instanceof ByteBuffer bytes) {
            return VALUE + bytes.remaining();
        }
        if (value instanceof Struct struct) {
            long sum = VALUE;
            for (Field field : struct.schema().fields()) {
                sum += of(struct.get(field));
            }
            return sum;
        }
        if (value instanceof Map<?, ?> map) {
            long sum = VALUE;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += of(entry.getKey()) + of(entry.getValue());
            }
            return sum;
        }
        if (value instanceof Collection<?> items) {
            long sum = VALUE;
            for (Object item : items) {
                sum += of(item);
            }
            return sum;
        }
        return VALUE;
    }
}
