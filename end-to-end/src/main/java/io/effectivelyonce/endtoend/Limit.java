package io.effectivelyonce.endtoend;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A time within which something must come true. */
public record Limit(Duration duration) {
    private static final Duration BREATH = Duration.ofMillis(25);

    /** So many seconds. */
    public static Limit ofSeconds(long seconds) {
        return new Limit(Duration.ofSeconds(seconds));
    }

    /**
     * Waits until the condition is true.
     *
     * @param report what is missing, for the error
     * @throws IllegalStateException if it doesn't come true in time
     */
    public void await(BooleanSupplier condition, Supplier<String> report) {
        long end = System.nanoTime() + duration.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("After " + duration.toSeconds() + " seconds: " + report.get());
            }
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted: " + report.get());
            }
            LockSupport.parkNanos(BREATH.toNanos());
        }
    }
}
