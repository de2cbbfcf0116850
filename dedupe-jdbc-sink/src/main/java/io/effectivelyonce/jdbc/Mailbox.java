package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.Settled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/** What the writer tells the task thread: outcomes that are sealed, and why it can't go on. */
final class Mailbox {
    private List<Settled<JdbcEvent>> sealed = new ArrayList<>();
    private Optional<ConnectException> failure = Optional.empty();

    synchronized void put(List<Settled<JdbcEvent>> outcomes) {
        sealed.addAll(outcomes);
        notifyAll();
    }

    /** The first failure is the one that explains. */
    synchronized void fail(ConnectException why) {
        failure = failure.or(() -> Optional.of(why));
        notifyAll();
    }

    synchronized List<Settled<JdbcEvent>> empty() {
        List<Settled<JdbcEvent>> outcomes = sealed;
        sealed = new ArrayList<>();
        return outcomes;
    }

    synchronized Optional<ConnectException> failure() {
        return failure;
    }

    synchronized boolean await(Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (sealed.isEmpty() && failure.isEmpty()) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000 + 1);
        }
        return true;
    }
}
