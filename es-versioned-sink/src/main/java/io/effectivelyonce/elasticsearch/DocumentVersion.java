package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.regex.Pattern;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Finds the version of a record: a whole number from 0 to 2^63-2. Servers take 2^63-1 too, and nothing could ever supersede
 * it; they cut 1.5 to 1 without a word, and refuse a whole bulk for one negative version.
 */
final class DocumentVersion {
    private static final BigInteger TOO_HIGH = BigInteger.valueOf(Long.MAX_VALUE);
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,40}");

    /** From here on neighbouring whole numbers share a double. */
    private static final double INEXACT_DOUBLE = 0x1p53;

    private static final float INEXACT_FLOAT = 0x1p24f;

    private final Selector from;
    private final Reaction reaction;

    DocumentVersion(Selector from, Reaction reaction) {
        this.from = from;
        this.reaction = reaction;
    }

    long of(SinkRecord record) {
        Selected found = from.select(record);
        if (!found.hasValue()) {
            throw fault("is missing or null");
        }
        BigInteger version = whole(found.value());
        if (version.signum() < 0) {
            throw fault("is negative");
        }
        if (version.compareTo(TOO_HIGH) >= 0) {
            throw fault("is higher than 9223372036854775806");
        }
        return version.longValueExact();
    }

    private BigInteger whole(Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return BigInteger.valueOf(((Number) value).longValue());
        }
        if (value instanceof String text) {
            if (!WHOLE.matcher(text).matches()) {
                throw fault("is text that is no whole number");
            }
            return new BigInteger(text);
        }
        if (value instanceof BigInteger whole) {
            return whole;
        }
        if (value instanceof BigDecimal decimal) {
            return whole(decimal);
        }
        if (value instanceof Double number) {
            return whole(number, INEXACT_DOUBLE);
        }
        if (value instanceof Float number) {
            return whole(number, INEXACT_FLOAT);
        }
        if (value instanceof Date date) {
            return BigInteger.valueOf(date.toInstant().toEpochMilli());
        }
        throw fault("is of type " + value.getClass().getSimpleName() + ", not a number");
    }

    private BigInteger whole(BigDecimal decimal) {
        if (decimal.precision() - (long) decimal.scale() > 40) {
            throw fault("is out of range"); // before it is written out: 1E+999999999 has as many digits
        }
        try {
            return decimal.toBigIntegerExact();
        } catch (ArithmeticException e) {
            throw fault("has a fraction");
        }
    }

    private BigInteger whole(double number, double inexact) {
        if (Double.isNaN(number) || Math.abs(number) >= inexact) {
            throw fault("is a floating point number that can't hold it exactly");
        }
        return whole(BigDecimal.valueOf(number));
    }

    private RecordFault fault(String what) {
        return new RecordFault(
                reaction,
                "the version at " + from + " " + what
                        + "; a version is a whole number from 0 to 9223372036854775806. Set "
                        + DocumentOptions.VERSION_FROM
                        + " to where it is, or let the producer send it");
    }
}
