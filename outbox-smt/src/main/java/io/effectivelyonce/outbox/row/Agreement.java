package io.effectivelyonce.outbox.row;

import java.math.BigDecimal;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.errors.DataException;

/**
 * Refuses a value that is not what its schema says, such as a decimal of another scale or a date with a time of day. A converter that writes
 * schemas would refuse it later, where no policy reaches; one that writes none would let it through, and so hide it.
 */
public final class Agreement {
    private Agreement() {}

    /** The part itself, if its value is what its schema says. */
    public static SchemaAndValue required(Row row, String column, SchemaAndValue part) {
        try {
            ConnectSchema.validateValue(part.schema(), part.value());
            requireLogical(part.schema(), part.value());
            return part;
        } catch (DataException e) {
            throw row.fault(column, "a value of its schema, " + Found.type(part.schema()), "another");
        }
    }

    /** What Connect's own logical types demand beyond the class of the value. */
    private static void requireLogical(Schema schema, Object value) {
        if (value instanceof BigDecimal decimal) {
            Decimal.fromLogical(schema, decimal);
        } else if (value instanceof java.util.Date date && Date.LOGICAL_NAME.equals(schema.name())) {
            Date.fromLogical(schema, date);
        } else if (value instanceof java.util.Date time && Time.LOGICAL_NAME.equals(schema.name())) {
            Time.fromLogical(schema, time);
        }
    }
}
