package io.effectivelyonce.benchmarks.latency;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** When each event of a run was first seen at one place, on the clock of {@link System#nanoTime()}. Safe for any thread. */
final class Sightings {
    private static final long NEVER = Long.MIN_VALUE;

    private final AtomicLongArray at;
    private final AtomicInteger seen = new AtomicInteger();

    Sightings(int events) {
        at = new AtomicLongArray(events);
        for (int event = 0; event < events; event++) {
            at.set(event, NEVER);
        }
    }

    /** The event is here now. One that isn't of this run is passed over. */
    void note(int event) {
        if (event >= 0 && event < at.length() && at.compareAndSet(event, NEVER, System.nanoTime())) {
            seen.incrementAndGet();
        }
    }

    boolean has(int event) {
        return at.get(event) != NEVER;
    }

    int count() {
        return seen.get();
    }

    int events() {
        return at.length();
    }

    /** Milliseconds by which the event came here after it had been there. */
    double millisAfter(Sightings there, int event) {
        return (at.get(event) - there.at.get(event)) / 1e6;
    }
}
