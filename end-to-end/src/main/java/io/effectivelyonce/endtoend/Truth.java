package io.effectivelyonce.endtoend;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What must stand everywhere in the end, worked out from what the shop did and from nothing else. */
final class Truth {
    private final Map<String, String> invoices = new LinkedHashMap<>();
    private final Map<String, String> ledger = new LinkedHashMap<>();
    private final Map<String, Stock> inventory = new LinkedHashMap<>();
    private final Map<String, Product> products = new LinkedHashMap<>();

    private Truth() {}

    /** The truth after these deeds, each of which happened once and in this order. */
    static Truth of(Collection<Deed> deeds) {
        Truth truth = new Truth();
        deeds.forEach(truth::add);
        return truth;
    }

    private void add(Deed deed) {
        if (deed instanceof Deed.Pay pay) {
            Order order = pay.order();
            invoices.put(order.id(), invoice(order.customer(), order.totalCents()));
            ledger.put(entry(order.id(), "sale"), cents(order.totalCents()));
            order.lines().forEach(line -> move(line.sku(), line.quantity()));
        } else if (deed instanceof Deed.Cancel cancel) {
            Order order = cancel.order();
            ledger.put(entry(order.id(), "reversal"), cents(-order.totalCents()));
            order.lines().forEach(line -> move(line.sku(), -line.quantity()));
        } else if (deed instanceof Deed.Change change) {
            products.put(change.product().sku(), change.product());
        }
    }

    private void move(String sku, long pieces) {
        inventory.put(sku, inventory.getOrDefault(sku, Stock.NONE).moved(pieces));
    }

    /** By order, one each. */
    Map<String, String> invoices() {
        return invoices;
    }

    /** By order and kind of entry, one each. */
    Map<String, String> ledger() {
        return ledger;
    }

    /** By product. */
    Map<String, Stock> inventory() {
        return inventory;
    }

    /** By order, one each: an e-mail says what its invoice says. */
    Map<String, String> emails() {
        return invoices;
    }

    /** By product, one document each. */
    Map<String, String> documents() {
        return products.values().stream()
                .collect(Collectors.toMap(
                        Product::sku,
                        product -> document(product.version(), product.name(), product.priceCents()),
                        (one, other) -> other,
                        LinkedHashMap::new));
    }

    /** What the content of an invoice or an e-mail looks like here. */
    static String invoice(String customer, long amountCents) {
        return customer + " " + cents(amountCents);
    }

    /** What the key of a ledger entry looks like here. */
    static String entry(String orderId, String entry) {
        return orderId + " " + entry;
    }

    /** What the content of a ledger entry looks like here. */
    static String cents(long amount) {
        return amount + " cents";
    }

    /** What the content of a product's document looks like here. */
    static String document(long version, String name, long priceCents) {
        return "version " + version + ": " + name + ", " + cents(priceCents);
    }
}
