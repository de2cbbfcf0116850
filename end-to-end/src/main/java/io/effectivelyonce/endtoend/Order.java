package io.effectivelyonce.endtoend;

import java.util.List;

/** An order; its lines name different products. */
record Order(String id, String customer, List<Line> lines) {
    Order {
        lines = List.copyOf(lines);
    }

    long totalCents() {
        return lines.stream()
                .mapToLong(line -> line.quantity() * line.priceCents())
                .sum();
    }
}
