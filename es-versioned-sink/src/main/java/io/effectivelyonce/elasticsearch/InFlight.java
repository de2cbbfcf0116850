package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.Slot;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** For which slots requests are on the wire, so that a revocation can wait for them. */
final class InFlight {
    private final Map<Object, Set<Slot>> requests = new HashMap<>();

    /** A request goes out; it is known by what is given back. */
    synchronized Object begin(Set<Slot> slots) {
        Object request = new Object();
        requests.put(request, slots);
        return request;
    }

    synchronized void end(Object request) {
        requests.remove(request);
        notifyAll();
    }

    synchronized int size() {
        return requests.size();
    }

    /** Waits until no request for these slots is on the wire, or the time is over. */
    synchronized void awaitEnd(Set<Slot> ended, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (requests.values().stream().anyMatch(slots -> !Collections.disjoint(slots, ended))) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return;
            }
            wait(left / 1_000_000 + 1);
        }
    }
}
