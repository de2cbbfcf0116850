package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.Slot;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;

/** Which slots have a request on the wire, so that a revocation can wait for it. */
final class InFlight {
    private Set<Slot> slots = Set.of();

    synchronized void begin(Set<Slot> sent) {
        slots = sent;
    }

    synchronized void end() {
        slots = Set.of();
        notifyAll();
    }

    /** Waits until no request for these slots is on the wire, or the time is over. */
    synchronized void awaitEnd(Set<Slot> ended, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (!Collections.disjoint(slots, ended)) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return;
            }
            wait(left / 1_000_000 + 1);
        }
    }
}
