package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.endtoend.Deed;
import io.effectivelyonce.endtoend.Line;
import io.effectivelyonce.endtoend.Order;
import io.effectivelyonce.endtoend.Product;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes up what happens in the shop, without end; the same for the same seed. */
final class Market {
    private static final int PRODUCTS = 40;
    /** Products of a season are never ordered, and come and go. */
    private static final String SEASONAL = "seasonal-";

    private static final int SEASONALS = 10;
    private static final int MOST_LINES = 5;
    private static final int MOST_PIECES = 4;

    private final Random random;
    private final Map<String, Product> products = new LinkedHashMap<>();
    private final Map<String, Long> seasons = new LinkedHashMap<>();
    private final List<Order> cancellable = new ArrayList<>();
    private int orders;

    Market(Random random) {
        this.random = random;
    }

    /** Whether this product comes and goes. */
    static boolean isSeasonal(String sku) {
        return sku.startsWith(SEASONAL);
    }

    Deed next() {
        int chance = random.nextInt(100);
        if (products.size() < PRODUCTS) {
            return list("sku-%03d".formatted(products.size() + 1));
        } else if (chance < 60) {
            return pay();
        } else if (chance < 70 && !cancellable.isEmpty()) {
            return new Deed.Cancel(cancellable.remove(random.nextInt(cancellable.size())));
        } else if (chance < 90) {
            return changePrice();
        }
        return changeSeason(SEASONAL + random.nextInt(SEASONALS));
    }

    /** An order that no fault will follow. */
    Deed lastOrder() {
        return pay();
    }

    /** A change that no fault will follow. */
    Deed lastChange() {
        return changePrice();
    }

    private Deed list(String sku) {
        return change(new Product(sku, 1, "Product " + sku, price()));
    }

    private Deed pay() {
        List<String> skus = new ArrayList<>(products.keySet());
        Collections.shuffle(skus, random);
        List<Line> lines = skus.subList(0, 1 + random.nextInt(MOST_LINES)).stream()
                .map(sku -> new Line(
                        sku, 1 + random.nextInt(MOST_PIECES), products.get(sku).priceCents()))
                .toList();
        orders++;
        Order order = new Order("order-%06d".formatted(orders), "customer-" + random.nextInt(1000), lines);
        cancellable.add(order);
        return new Deed.Pay(order);
    }

    private Deed changePrice() {
        Product old = products.get("sku-%03d".formatted(1 + random.nextInt(PRODUCTS)));
        return change(new Product(old.sku(), old.version() + 1, old.name(), price()));
    }

    private Deed change(Product product) {
        products.put(product.sku(), product);
        return new Deed.Change(product);
    }

    /** Odd versions are in the shop, even ones are out of it. */
    private Deed changeSeason(String sku) {
        long version = seasons.merge(sku, 1L, Long::sum);
        return version % 2 == 1
                ? new Deed.Change(new Product(sku, version, "Season " + version, price()))
                : new Deed.Withdraw(sku, version);
    }

    private long price() {
        return 100L + random.nextInt(10_000);
    }
}
