package io.effectivelyonce.outbox.cache;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/** About how many bytes a schema takes, with the key that it is remembered under. */
final class SchemaWeight {
    /** Of an entry, a field or a schema without its texts. */
    static final int OF_NODE = 150;

    private SchemaWeight() {}

    static int of(Schema schema) {
        return (int) Math.min(Integer.MAX_VALUE, weigh(schema));
    }

    private static long weigh(Schema schema) {
        long weight = OF_NODE + (schema.name() == null ? 0 : 2L * schema.name().length());
        return switch (schema.type()) {
            case STRUCT -> {
                for (Field field : schema.fields()) {
                    weight += 2L * field.name().length() + weigh(field.schema());
                }
                yield weight;
            }
            case ARRAY -> weight + weigh(schema.valueSchema());
            case MAP -> weight + weigh(schema.keySchema()) + weigh(schema.valueSchema());
            default -> weight;
        };
    }
}
