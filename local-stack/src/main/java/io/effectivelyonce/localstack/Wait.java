package io.effectivelyonce.localstack;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waiting for a condition, never for a time. */
final class Wait {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private Wait() {}

    /** Returns whether the condition came true within the limit. */
    static boolean until(Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            pause();
        }
        return true;
    }

    /** A short breath between two looks at a condition. */
    static void pause() {
        try {
            new CountDownLatch(1).await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting", e);
        }
    }
}
