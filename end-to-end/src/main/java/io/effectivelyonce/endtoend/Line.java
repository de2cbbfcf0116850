package io.effectivelyonce.endtoend;

/** One line of an order. */
record Line(String sku, int quantity, long priceCents) {}
