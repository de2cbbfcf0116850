package io.effectivelyonce.spine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Where the threads of a target put what they have settled, and the task thread finds it: the answering half of
 * {@link Target}. Safe for any number of threads.
 *
 * @param <E> what a record is read into
 */
public final class Mailbox<E> {
    private List<Settled<E>> letters = new ArrayList<>();
    private ConnectException failure;

    /** Puts in what is sealed at the server. */
    public synchronized void put(Collection<? extends Settled<E>> settled) {
        letters.addAll(settled);
        notifyAll();
    }

    /** No further work is possible. The first reason is the one that explains; later ones are dropped. */
    public synchronized void fail(ConnectException why) {
        if (failure == null) {
            failure = why;
            notifyAll();
        }
    }

    /** See {@link Target#settled()}. */
    public synchronized List<Settled<E>> settled() {
        List<Settled<E>> found = letters;
        letters = new ArrayList<>();
        return found;
    }

    /** See {@link Target#failure()}. */
    public synchronized Optional<ConnectException> failure() {
        return Optional.ofNullable(failure);
    }

    /** See {@link Target#awaitProgress(Duration)}. */
    public synchronized boolean awaitProgress(Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (letters.isEmpty() && failure == null) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            // rounded up, so that the last fraction of a millisecond is waited for and not spun away
            wait(left / 1_000_000 + 1);
        }
        return true;
    }
}
