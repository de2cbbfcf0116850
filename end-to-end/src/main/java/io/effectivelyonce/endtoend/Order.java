package io.effectivelyonce.endtoend;

import java.util.List;

/** An order; its lines name different products. */
public record Order(String id, String customer, List<Line> lines) {
    /** Keeps a copy of the lines. */
    public Order {
        lines = List.copyOf(lines);
    }

    /** What the customer owes. */
    public long totalCents() {
        return lines.stream()
                .mapToLong(line -> line.quantity() * line.priceCents())
                .sum();
    }
}
