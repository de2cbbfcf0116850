package io.effectivelyonce.elasticsearch.queue;

import java.time.Duration;

/**
 * When a bulk is sent.
 *
 * @param operations the most in one bulk
 * @param bytes the most in one bulk, a single larger operation excepted
 * @param linger how long a small bulk waits for more while no other is under way
 */
public record Batching(int operations, long bytes, Duration linger) {
    /** While other bulks keep the server busy, a small one had better grow for a while: few large ones are less work. */
    private static final Duration GROWTH = Duration.ofMillis(25);

    Duration patience(boolean othersUnderWay) {
        return othersUnderWay ? linger.plus(GROWTH) : linger;
    }
}
