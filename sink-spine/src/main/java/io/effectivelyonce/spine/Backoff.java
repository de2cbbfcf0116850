package io.effectivelyonce.spine;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses between attempts: each up to twice as long as the one before, capped, and spread over the upper half of that time so
 * that tasks that failed together don't come back together. Used by one thread.
 */
public final class Backoff {
    private final Duration first;
    private final Duration longest;
    private Duration ceiling;

    /**
     * @param first the ceiling of the first pause
     * @param longest the ceiling that no pause exceeds; if it is shorter than {@code first}, it wins
     */
    public Backoff(Duration first, Duration longest) {
        this.first = first.compareTo(longest) < 0 ? first : longest;
        this.longest = longest;
        this.ceiling = this.first;
    }

    /** How long to pause before the next attempt. */
    public Duration next() {
        long nanos = ceiling.toNanos();
        Duration doubled = ceiling.multipliedBy(2);
        ceiling = doubled.compareTo(longest) < 0 ? doubled : longest;
        return Duration.ofNanos(nanos / 2 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1));
    }

    /** An attempt got through: the next pause is a short one again. */
    public void reset() {
        ceiling = first;
    }
}
