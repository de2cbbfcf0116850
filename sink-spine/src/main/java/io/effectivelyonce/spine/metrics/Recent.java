package io.effectivelyonce.spine.metrics;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Average and maximum of the last half minute to minute; zero if there was nothing. Safe for any thread. */
public final class Recent {
    private static final long HALF = Duration.ofSeconds(30).toNanos();

    private static final class Span {
        double sum;
        double max;
        long count;
    }

    private final LongSupplier nanoTime;
    private Span before = new Span();
    private Span now = new Span();
    private long since;

    public Recent() {
        this(System::nanoTime);
    }

    Recent(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    public synchronized void add(double value) {
        turn();
        now.sum += value;
        now.max = now.count == 0 ? value : Math.max(now.max, value);
        now.count++;
    }

    public synchronized double average() {
        turn();
        long count = before.count + now.count;
        return count == 0 ? 0 : (before.sum + now.sum) / count;
    }

    public synchronized double max() {
        turn();
        if (before.count == 0 || now.count == 0) {
            return before.count == 0 ? now.max : before.max;
        }
        return Math.max(before.max, now.max);
    }

    private void turn() {
        long passed = (nanoTime.getAsLong() - since) / HALF;
        if (passed > 0) {
            before = passed == 1 ? now : new Span();
            now = new Span();
            since += passed * HALF;
        }
    }
}
