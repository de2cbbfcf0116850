package io.effectivelyonce.jdbc;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;

/** Records that are rows, and tombstones. */
final class RowEvents {
    private RowEvents() {}

    /** Each offset is an event of its own. */
    static SinkRecord put(long offset, Object key, Object value) {
        return put(offset, Events.id((int) offset), key, value, null);
    }

    static SinkRecord tombstone(long offset, Object key) {
        return put(offset, key, null);
    }

    static SinkRecord versioned(long offset, long version, Object key, Object value) {
        return put(offset, Events.id((int) offset), key, value, version);
    }

    static SinkRecord put(long offset, UUID id, Object key, Object value, Object version) {
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("id", id.toString());
        if (version != null) {
            headers.add("version", version, null);
        }
        return new SinkRecord(
                Events.PARTITION.topic(),
                Events.PARTITION.partition(),
                key instanceof Struct struct ? struct.schema() : key instanceof Integer ? Schema.INT32_SCHEMA : null,
                key,
                value instanceof Struct struct ? struct.schema() : null,
                value,
                offset,
                1_700_000_000_000L,
                TimestampType.CREATE_TIME,
                headers);
    }

    /** A schemaless value; null is null. */
    static Map<String, Object> value(Object... namesAndValues) {
        Map<String, Object> value = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            value.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return value;
    }
}
