package io.effectivelyonce.outbox.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/** Debezium's form of a numeric column without a declared scale. */
final class VariableScaleDecimal {
    private static final String NAME = "io.debezium.data.VariableScaleDecimal";

    private VariableScaleDecimal() {}

    /** The number, or nothing where the value is none of this form. */
    static Optional<BigDecimal> in(Object value) {
        if (value instanceof Struct struct
                && NAME.equals(struct.schema().name())
                && part(struct, "scale") instanceof Integer scale
                && part(struct, "value") instanceof byte[] unscaled
                && unscaled.length > 0) {
            return Optional.of(new BigDecimal(new BigInteger(unscaled), scale));
        }
        return Optional.empty();
    }

    private static Object part(Struct struct, String name) {
        Field field = struct.schema().field(name);
        return field == null ? null : struct.get(field);
    }
}
