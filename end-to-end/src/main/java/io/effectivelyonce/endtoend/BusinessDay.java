package io.effectivelyonce.endtoend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Makes up what happens in the shop: the same for the same seed. */
final class BusinessDay {
    private static final int PRODUCTS = 50;
    private static final int MOST_LINES = 5;
    private static final int MOST_PIECES = 4;
    private static final double CANCELLED = 0.1;
    private static final double PRICE_CHANGES = 0.25;

    private final Random random;
    private final Map<String, Product> products = new LinkedHashMap<>();
    private final List<Order> cancellable = new ArrayList<>();
    private final List<Deed> deeds = new ArrayList<>();

    private BusinessDay(Random random) {
        this.random = random;
    }

    /** So many orders of 1 to 5 lines, some of them cancelled later, and products whose prices move meanwhile. */
    static List<Deed> of(int orders, Random random) {
        BusinessDay day = new BusinessDay(random);
        IntStream.rangeClosed(1, PRODUCTS).forEach(day::list);
        IntStream.rangeClosed(1, orders).forEach(day::serve);
        return List.copyOf(day.deeds);
    }

    private void list(int number) {
        change(new Product("sku-%03d".formatted(number), 1, "Product " + number, price()));
    }

    private void serve(int number) {
        List<String> skus = new ArrayList<>(products.keySet());
        Collections.shuffle(skus, random);
        List<Line> lines = skus.subList(0, 1 + random.nextInt(MOST_LINES)).stream()
                .map(sku -> new Line(
                        sku, 1 + random.nextInt(MOST_PIECES), products.get(sku).priceCents()))
                .toList();
        Order order = new Order("order-%06d".formatted(number), "customer-" + random.nextInt(1000), lines);
        deeds.add(new Deed.Pay(order));
        cancellable.add(order);
        if (random.nextDouble() < CANCELLED) {
            deeds.add(new Deed.Cancel(cancellable.remove(random.nextInt(cancellable.size()))));
        }
        if (random.nextDouble() < PRICE_CHANGES) {
            Product old = products.get(skus.get(random.nextInt(skus.size())));
            change(new Product(old.sku(), old.version() + 1, old.name(), price()));
        }
    }

    private void change(Product product) {
        products.put(product.sku(), product);
        deeds.add(new Deed.Change(product));
    }

    private long price() {
        return 100L + random.nextInt(10_000);
    }
}
