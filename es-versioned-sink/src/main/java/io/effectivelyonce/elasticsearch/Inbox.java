package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Slot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What the task thread hands over and the sender takes in batches: all that has gathered while the batch before was under way,
 * up to the limits of one bulk. Also where the sender waits, since whatever ends a wait comes from the task thread.
 */
final class Inbox {
    private final int batchSize;
    private final long bulkBytes;
    private final Duration linger;
    private final Deque<Entry<Operation>> queue = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    Inbox(int batchSize, long bulkBytes, Duration linger) {
        this.batchSize = batchSize;
        this.bulkBytes = bulkBytes;
        this.linger = linger;
    }

    synchronized void add(List<Entry<Operation>> entries) {
        for (Entry<Operation> entry : entries) {
            queue.addLast(entry);
            bytes += entry.event().bytes();
        }
        notifyAll();
    }

    /** Drops what belongs to slots that have ended. */
    synchronized void dropEnded() {
        queue.removeIf(entry -> {
            boolean ended = !entry.slot().living();
            if (ended) {
                bytes -= entry.event().bytes();
            }
            return ended;
        });
        notifyAll();
    }

    /** Ends every wait of the sender. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean closed() {
        return closed;
    }

    /** Waits for entries and takes a batch of them, in order. Empty once closed. */
    synchronized List<Entry<Operation>> take() throws InterruptedException {
        while (!closed && queue.isEmpty()) {
            wait();
        }
        long until = System.nanoTime() + linger.toNanos();
        for (long left = millisUntil(until); !closed && !full() && left > 0; left = millisUntil(until)) {
            wait(left);
        }
        return closed ? List.of() : batch();
    }

    /** Waits out a pause. False if the sender has to end. */
    synchronized boolean pause(Duration duration) throws InterruptedException {
        long until = System.nanoTime() + duration.toNanos();
        for (long left = millisUntil(until); !closed && left > 0; left = millisUntil(until)) {
            wait(left);
        }
        return !closed;
    }

    /** Stands still until the slot has ended. False if the sender has to end. */
    synchronized boolean standStill(Slot at) throws InterruptedException {
        while (!closed && at.living()) {
            wait();
        }
        return !closed;
    }

    private boolean full() {
        return queue.size() >= batchSize || bytes >= bulkBytes;
    }

    /** Rounded up, so that the last fraction of a millisecond is waited for and not spun away; never 0 before the time. */
    private static long millisUntil(long until) {
        long nanos = until - System.nanoTime();
        return nanos <= 0 ? 0 : nanos / 1_000_000 + 1;
    }

    private List<Entry<Operation>> batch() {
        List<Entry<Operation>> batch = new ArrayList<>(Math.min(batchSize, queue.size()));
        long size = 0;
        while (!queue.isEmpty() && batch.size() < batchSize) {
            int next = queue.peekFirst().event().bytes();
            if (!batch.isEmpty() && size + next > bulkBytes) {
                break;
            }
            batch.add(queue.removeFirst());
            size += next;
        }
        bytes -= size;
        return batch;
    }
}
