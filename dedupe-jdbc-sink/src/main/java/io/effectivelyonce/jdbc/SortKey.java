package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.JsonText;
import io.effectivelyonce.spine.select.Selected;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run of a statement is sorted by. The order is the same in every task: first what is null or missing, then numbers by
 * their value, then everything else as text.
 *
 * @param parts a {@link BigDecimal} or a text for each selector of {@code order.by}; null for null
 */
record SortKey(List<Comparable<?>> parts) implements Comparable<SortKey> {
    /** Of statements that aren't sorted: all are equal. */
    static final SortKey NONE = new SortKey(List.of());

    static SortKey of(List<Selected> values) {
        List<Comparable<?>> parts = new ArrayList<>(values.size());
        values.forEach(value -> parts.add(part(value)));
        return new SortKey(parts);
    }

    private static Comparable<?> part(Selected selected) {
        Object value = selected.value();
        if (value == null || value instanceof String) {
            return (String) value;
        }
        if (value instanceof Number number) {
            return Double.isFinite(number.doubleValue()) || number instanceof BigDecimal
                    ? new BigDecimal(number.toString())
                    : number.toString();
        }
        return JsonText.of(selected.schema(), value);
    }

    @Override
    public int compareTo(SortKey other) {
        for (int i = 0; i < Math.min(parts.size(), other.parts.size()); i++) {
            int difference = compare(parts.get(i), other.parts.get(i));
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(parts.size(), other.parts.size());
    }

    private static int compare(Comparable<?> one, Comparable<?> other) {
        if (one instanceof BigDecimal number && other instanceof BigDecimal another) {
            return number.compareTo(another);
        }
        if (one instanceof String text && other instanceof String another) {
            return text.compareTo(another);
        }
        return Integer.compare(rank(one), rank(other));
    }

    private static int rank(Comparable<?> part) {
        if (part == null) {
            return 0;
        }
        return part instanceof BigDecimal ? 1 : 2;
    }
}
