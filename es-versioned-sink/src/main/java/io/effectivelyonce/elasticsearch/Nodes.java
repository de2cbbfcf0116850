package io.effectivelyonce.elasticsearch;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which node to ask next: each in turn, and those that could not be reached lately last. */
final class Nodes {
    private static final Duration SHUNNED = Duration.ofSeconds(10);

    private final List<URI> all;
    private final Map<URI, Long> shunnedUntil = new HashMap<>();
    private int turn;

    Nodes(List<URI> all) {
        this.all = List.copyOf(all);
    }

    /** All nodes in the order in which to try them. */
    synchronized List<URI> inOrder() {
        List<URI> order = new ArrayList<>(all.size());
        List<URI> last = new ArrayList<>();
        long now = System.nanoTime();
        for (int i = 0; i < all.size(); i++) {
            URI node = all.get((turn + i) % all.size());
            Long until = shunnedUntil.get(node);
            (until != null && until - now > 0 ? last : order).add(node);
        }
        turn = (turn + 1) % all.size();
        order.addAll(last);
        return order;
    }

    synchronized void unreachable(URI node) {
        shunnedUntil.put(node, System.nanoTime() + SHUNNED.toNanos());
    }

    synchronized void reachable(URI node) {
        shunnedUntil.remove(node);
    }
}
