package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Slot;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stands before every COMMIT: a transaction that holds work of an ended slot doesn't get through. Whoever ends a slot can
 * wait for a commit that got through before.
 *
 * <p>Slots end before the task thread comes here, so what enters afterwards sees them ended.
 */
final class CommitGate {
    private Set<Slot> committing = Set.of();
    private boolean underWay;
    private boolean brokenOff;
    private boolean shut;

    /** Whether the transaction with these entries may be committed. If so, {@link #leave()} has to follow. */
    synchronized boolean enter(List<Entry<JdbcEvent>> entries) {
        if (shut || !entries.stream().allMatch(entry -> entry.slot().living())) {
            return false;
        }
        underWay = true;
        committing = entries.stream().map(Entry::slot).collect(Collectors.toUnmodifiableSet());
        return true;
    }

    /** Lets nobody in any more. Whether a commit is under way that got through before. */
    synchronized boolean shut() {
        shut = true;
        return underWay;
    }

    /** The commit has been answered, or not. Whether its answer can be believed. */
    synchronized boolean leave() {
        boolean believed = !brokenOff;
        committing = Set.of();
        underWay = false;
        brokenOff = false;
        notifyAll();
        return believed;
    }

    /**
     * A commit of these slots, if one is under way, is about to be broken off. Its answer is not to be believed: one that waits
     * for a standby answers as if it were done when it is cancelled, though a failover would lose it.
     */
    synchronized boolean breakOff(Set<Slot> ended) {
        boolean found = committing.stream().anyMatch(ended::contains);
        brokenOff |= found;
        return found;
    }

    /** Waits until no commit of these slots is under way. False if one still is. */
    synchronized boolean awaitNone(Set<Slot> ended, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (committing.stream().anyMatch(ended::contains)) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000 + 1);
        }
        return true;
    }
}
