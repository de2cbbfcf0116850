package io.effectivelyonce.spine;

import java.time.Duration;

/**
 * How much a task holds before it pauses its partitions, and how long it may hold up the worker.
 *
 * @param records unsettled records from which on the task is full
 * @param bytes unsettled bytes, by the readers' estimate, from which on the task is full
 * @param put the longest that one {@code put} waits for room; a {@code put} can't see that the worker wants to stop
 * @param close the longest that a revocation or a stop waits for work that was sent already; all tasks of a worker share its
 *     {@code task.shutdown.graceful.timeout.ms}, 5 seconds by default
 */
public record Limits(int records, long bytes, Duration put, Duration close) {

    private static final Duration PUT = Duration.ofMillis(500);
    private static final Duration CLOSE = Duration.ofSeconds(2);

    public Limits {
        if (records < 1 || bytes < 1) {
            throw new IllegalArgumentException("a task must be able to hold one record");
        }
    }

    /** Limits with the times that suit a worker left at its defaults. */
    public static Limits of(int records, long bytes) {
        return new Limits(records, bytes, PUT, CLOSE);
    }
}
