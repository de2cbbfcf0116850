package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.Entry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * What waits to be written, in the order of delivery. The writer takes all of it at once, up to the size of a batch: the
 * longer the database is busy, the larger the next batch.
 */
final class EntryQueue {
    private final int batchSize;
    private final Duration linger;
    private final Deque<Entry<JdbcEvent>> waiting = new ArrayDeque<>();
    private boolean closed;

    EntryQueue(int batchSize, Duration linger) {
        this.batchSize = batchSize;
        this.linger = linger;
    }

    synchronized void add(Collection<Entry<JdbcEvent>> entries) {
        waiting.addAll(entries);
        notifyAll();
    }

    /**
     * The next batch. Empty when something else is due before there is one, or when the queue has been closed, whatever it
     * holds.
     *
     * @param otherwiseDue in how long something else is due; asked again at each {@link #nudge()}
     */
    synchronized List<Entry<JdbcEvent>> take(Supplier<Duration> otherwiseDue) throws InterruptedException {
        while (waiting.isEmpty() && !closed) {
            long left = otherwiseDue.get().toNanos();
            if (left <= 0) {
                return List.of();
            }
            wait(left / 1_000_000 + 1);
        }
        awaitMore();
        List<Entry<JdbcEvent>> batch = new ArrayList<>();
        while (!closed && batch.size() < batchSize && !waiting.isEmpty()) {
            batch.add(waiting.removeFirst());
        }
        return batch.isEmpty() && !closed ? take(otherwiseDue) : batch;
    }

    /** What is otherwise due may have changed. */
    synchronized void nudge() {
        notifyAll();
    }

    private void awaitMore() throws InterruptedException {
        long until = System.nanoTime() + linger.toNanos();
        while (!closed && waiting.size() < batchSize) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return;
            }
            wait(left / 1_000_000 + 1);
        }
    }

    /** Drops the entries whose slot has ended. */
    synchronized void dropEnded() {
        waiting.removeIf(entry -> !entry.slot().living());
    }

    synchronized void close() {
        closed = true;
        waiting.clear();
        notifyAll();
    }

    synchronized boolean closed() {
        return closed;
    }

    /** Waits out a pause between two tries, or until the queue is closed. */
    synchronized void pause(Duration length) throws InterruptedException {
        long until = System.nanoTime() + length.toNanos();
        while (!closed) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return;
            }
            wait(left / 1_000_000 + 1);
        }
    }
}
