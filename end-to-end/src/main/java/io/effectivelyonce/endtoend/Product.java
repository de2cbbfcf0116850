package io.effectivelyonce.endtoend;

/** A product as it was at one version. */
public record Product(String sku, long version, String name, long priceCents) {}
