package io.effectivelyonce.outbox.row;

import org.apache.kafka.connect.data.Schema;

/** How a fault speaks of what it found: by type, so that no value of a row gets into a log. */
public final class Found {
    public static final String NULL = "null";

    private Found() {}

    public static String type(Schema schema) {
        return schema.name() == null ? schema.type().name() : schema.type() + " (" + schema.name() + ")";
    }
}
