package io.effectivelyonce.outbox.row;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A column that must hold a whole number of some range, in whatever type the source connector delivers it: an integer, a decimal, a
 * double or digits. It is read exactly or not at all.
 *
 * @param lowest   the lowest number allowed
 * @param greatest the greatest number allowed
 */
public record WholeNumber(long lowest, long greatest) {
    private static final int MOST_DIGITS = 19;

    /** From here on a double skips integers, so two versions could have become one. */
    private static final double EXACT_DOUBLES = 1L << 53;

    /** The number, or null where the row holds null. */
    public Long orNull(Row row, String column) {
        Object stored = row.stored(column);
        if (stored == null) {
            return null;
        }
        BigDecimal number = decimal(stored)
                .orElseThrow(() -> row.fault(column, expected(), "another " + Found.type(row.schema(column))));
        if (number.stripTrailingZeros().scale() > 0) {
            throw row.fault(column, expected(), "a fraction");
        }
        if (number.compareTo(BigDecimal.valueOf(lowest)) < 0) {
            throw row.fault(column, expected(), "a lower number");
        }
        if (number.compareTo(BigDecimal.valueOf(greatest)) > 0) {
            throw row.fault(column, expected(), "a greater number");
        }
        return number.longValueExact();
    }

    public long required(Row row, String column) {
        Long number = orNull(row, column);
        if (number == null) {
            throw row.fault(column, expected(), Found.NULL);
        }
        return number;
    }

    private String expected() {
        return "a whole number from " + lowest + " to " + greatest;
    }

    private static Optional<BigDecimal> decimal(Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return Optional.of(BigDecimal.valueOf(((Number) value).longValue()));
        }
        if (value instanceof BigDecimal decimal) {
            return Optional.of(decimal);
        }
        if (value instanceof String text && isWhole(text)) {
            return Optional.of(new BigDecimal(text));
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return Math.abs(number) < EXACT_DOUBLES ? Optional.of(new BigDecimal(number)) : Optional.empty();
        }
        return VariableScaleDecimal.in(value);
    }

    /** Digits as a number is written: none in front that could be left out, so that different texts are different numbers. */
    private static boolean isWhole(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        int digits = text.length() - start;
        if (digits < 1 || digits > MOST_DIGITS || (digits > 1 && text.charAt(start) == '0')) {
            return false;
        }
        for (int i = start; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
