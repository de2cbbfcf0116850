package io.effectivelyonce.elasticsearch.queue;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.Settled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the task thread hands over and several lanes take in batches, each to send one and to bring it to its end. Also where
 * lanes wait out their pauses, since what ends those comes from the task thread.
 *
 * @param <E> the operation
 */
public final class Inbox<E extends Guarded> {
    private static final long FOR_EVER = Long.MAX_VALUE;

    private final Batching batching;
    private final Documents<E> documents;
    private long readySince;
    private int lanesAtWork;
    private boolean closed;

    public Inbox(Batching batching, Precedence precedence) {
        this.batching = batching;
        this.documents = new Documents<>(precedence);
    }

    /** Takes over entries. Gives back what is settled already, as it comes behind a newer delete. */
    public synchronized List<Settled<E>> add(List<Entry<E>> entries) {
        if (documents.ready() == 0) {
            readySince = System.nanoTime();
        }
        List<Settled<E>> settled =
                entries.stream().flatMap(entry -> documents.add(entry).stream()).toList();
        notifyAll();
        return settled;
    }

    /** Drops what belongs to slots that have ended. */
    public synchronized void dropEnded() {
        documents.drop();
    }

    /** Ends every wait. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    public synchronized boolean closed() {
        return closed;
    }

    /** Waits for a batch and takes it: operations of as many documents, in no order that matters. Empty once closed. */
    public synchronized List<Open<E>> take() throws InterruptedException {
        while (!closed) {
            long left = documents.ready() == 0 ? FOR_EVER : millisUntil(due());
            if (left == 0) {
                return batch();
            }
            wait(left);
        }
        return List.of();
    }

    private List<Open<E>> batch() {
        lanesAtWork++;
        readySince = System.nanoTime(); // what is left over waits anew
        return documents.take(batching.operations(), batching.bytes());
    }

    private long due() {
        boolean full = documents.ready() >= batching.operations() || documents.readyBytes() >= batching.bytes();
        return full
                ? readySince
                : readySince + batching.patience(lanesAtWork > 0).toNanos();
    }

    /** A lane is through with its batch. */
    public synchronized void done() {
        lanesAtWork--;
        notifyAll();
    }

    /** The server has answered these: gives back what is settled, with what needs not be sent any more. */
    public synchronized List<Settled<E>> acknowledge(Map<Open<E>, Outcome> answered) {
        List<Settled<E>> settled = new ArrayList<>(answered.size());
        int ready = documents.ready();
        answered.forEach((open, outcome) -> settled.addAll(documents.acknowledge(open, outcome)));
        wake(ready);
        return settled;
    }

    /** The record is at fault, and is rejected. */
    public synchronized void faulty(Open<E> fault) {
        int ready = documents.ready();
        documents.faulty(fault);
        wake(ready);
    }

    /** The record is at fault, and the task stops at it: what follows in its partition is not sent. */
    public synchronized void stopAt(Open<E> fault) {
        int ready = documents.ready();
        documents.stopAt(fault);
        wake(ready);
    }

    /** Of what has to be tried again: what the lane is to send again. The rest is void, or left to newer operations. */
    public synchronized List<Open<E>> keep(List<Open<E>> again) {
        int ready = documents.ready();
        List<Open<E>> kept = again.stream().filter(documents::keep).toList();
        wake(ready);
        return kept;
    }

    /** Waits out a pause. False if the lane has to end. */
    public synchronized boolean pause(Duration duration) throws InterruptedException {
        long until = System.nanoTime() + duration.toNanos();
        for (long left = millisUntil(until); !closed && left > 0; left = millisUntil(until)) {
            wait(left);
        }
        return !closed;
    }

    private void wake(int readyBefore) {
        if (documents.ready() > readyBefore) {
            if (readyBefore == 0) {
                readySince = System.nanoTime();
            }
            notifyAll();
        }
    }

    /** Rounded up, so that the last fraction of a millisecond is waited for and not spun away; never 0 before the time. */
    private static long millisUntil(long until) {
        long nanos = until - System.nanoTime();
        return nanos <= 0 ? 0 : nanos / 1_000_000 + 1;
    }
}
