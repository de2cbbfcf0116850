package io.effectivelyonce.outbox;

import org.apache.kafka.connect.data.Schema;

/** How a fault speaks of what it found: by type, so that no value of a row gets into a log. */
final class Found {
    static final String NULL = "null";

    private Found() {}

    static String type(Schema schema) {
        return schema.name() == null ? schema.type().name() : schema.type() + " (" + schema.name() + ")";
    }
}
