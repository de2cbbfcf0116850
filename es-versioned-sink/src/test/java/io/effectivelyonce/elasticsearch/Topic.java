package io.effectivelyonce.elasticsearch;

import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;

/** One partition of a topic of its own: makes records with rising offsets. */
final class Topic {
    private final String name = "products-" + UUID.randomUUID();
    private long next;

    /** The topic, and the index that it goes to. */
    String name() {
        return name;
    }

    /** A product under a version; a null value is a tombstone, a null version leaves the header out. */
    SinkRecord product(String id, Object version, Object value) {
        ConnectHeaders headers = new ConnectHeaders();
        if (version != null) {
            headers.add("version", version, null);
        }
        return new SinkRecord(
                name,
                0,
                Schema.STRING_SCHEMA,
                id,
                null,
                value,
                next++,
                1_790_000_000_000L,
                TimestampType.CREATE_TIME,
                headers);
    }

    /** A product whose name tells its version. */
    SinkRecord product(String id, long version) {
        return product(id, version, Map.of("name", "v" + version));
    }

    SinkRecord tombstone(String id, Object version) {
        return product(id, version, null);
    }
}
