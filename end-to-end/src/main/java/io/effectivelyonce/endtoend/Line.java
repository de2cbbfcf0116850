package io.effectivelyonce.endtoend;

/** One line of an order. */
public record Line(String sku, int quantity, long priceCents) {}
