package io.effectivelyonce.outbox.header;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/** Some headers of every event. */
public interface HeaderPart {
    /** Adds them to those that are there already. */
    void write(EventBasis event, Headers headers);

    /** Writes a header that is ours alone, also where the change event came with one of its name. */
    static void set(Headers headers, String name, Object value, Schema schema) {
        headers.remove(name);
        headers.add(name, value, schema);
    }
}
