package io.effectivelyonce.spine;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a crowd of rejections from filling the log: so many lines a minute, then the number of those that got none. */
final class LineLimit {
    private static final Logger LOG = LoggerFactory.getLogger(LineLimit.class);

    static final int A_MINUTE = 20;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanoTime;
    private long since;
    private long lines;

    LineLimit() {
        this(System::nanoTime);
    }

    LineLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** Whether one more may be logged now. */
    boolean oneMore() {
        long now = nanoTime.getAsLong();
        if (now - since >= MINUTE) {
            if (lines > A_MINUTE) {
                LOG.warn("{} more were rejected without a line of their own.", lines - A_MINUTE);
            }
            since = now;
            lines = 0;
        }
        return ++lines <= A_MINUTE;
    }
}
