package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.queue.Inbox;
import io.effectivelyonce.elasticsearch.queue.Open;
import io.effectivelyonce.spine.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes one batch after the other and brings each to its end, however long that takes. Several lanes work side by side, each
 * on a thread of its own; that no two of them meet at one document is the inbox's doing.
 */
final class Lane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    /** So many server errors in a row are taken for an incident; then the batch is searched for a record that causes them. */
    private static final int SERVER_ERRORS_BEFORE_DOUBT = 3;

    private final BulkApi api;
    private final Outlet outlet;
    private final Inbox<Operation> inbox;
    private final Progress progress;
    private final Backoff backoff;
    private final Optional<Duration> retryTimeout;
    private final Stride stride = new Stride();
    private boolean stuck;
    private boolean waiting;

    Lane(
            BulkApi api,
            Outlet outlet,
            Inbox<Operation> inbox,
            Progress progress,
            Backoff backoff,
            Optional<Duration> retryTimeout) {
        this.api = api;
        this.outlet = outlet;
        this.inbox = inbox;
        this.progress = progress;
        this.backoff = backoff;
        this.retryTimeout = retryTimeout;
    }

    /**
     * Works until the inbox is closed.
     *
     * @throws ConnectException if the configuration is at fault or the retry budget is spent
     */
    void work() throws InterruptedException {
        while (!inbox.closed()) {
            List<Open<Operation>> batch = inbox.take();
            if (!batch.isEmpty()) {
                deliver(batch);
                goesOn();
                inbox.done();
            }
        }
    }

    /**
     * Sends the batch until each of its operations is sealed, at fault, left to a newer one, or void because its slot has
     * ended; or until the inbox is closed.
     */
    private void deliver(List<Open<Operation>> batch) throws InterruptedException {
        if (!stuck) { // what it was stuck at may have been left to newer operations: they begin no new budget
            progress.begin();
        }
        List<Open<Operation>> open = batch;
        int serverErrors = 0;
        while (!open.isEmpty()) {
            Round round = new Round(api, outlet, progress, stride, serverErrors >= SERVER_ERRORS_BEFORE_DOUBT);
            round.run(open);
            if (round.failure().isPresent()) {
                throw round.failure().get();
            }
            serverErrors = round.serverError() ? serverErrors + 1 : 0;
            stuck = !round.progressed();
            if (!stuck) {
                backoff.reset();
                goesOn();
            }
            if (!round.again().isEmpty() && !pause(round.again().size(), round.why())) {
                return;
            }
            open = outlet.stillNeeded(round.again());
        }
    }

    private boolean pause(int open, String why) throws InterruptedException {
        demandBudget(why);
        if (stuck && !waiting) {
            waiting = true;
            outlet.waiting();
        }
        Duration pause = backoff.next();
        LOG.warn("{} operations wait, next attempt in {} ms: {}", open, pause.toMillis(), why);
        return inbox.pause(pause);
    }

    private void goesOn() {
        if (waiting) {
            waiting = false;
            outlet.notWaiting();
        }
    }

    private void demandBudget(String why) {
        Duration waited = progress.sinceLast();
        if (retryTimeout.isPresent() && waited.compareTo(retryTimeout.get()) > 0) {
            throw new ConnectException("nothing got through for " + waited.toMillis() + " ms, which is more than "
                    + BatchOptions.RETRY_TIMEOUT + "; the last reason: " + why
                    + ". Nothing is lost: restart the task when the server is well, or set -1 to wait for ever");
        }
    }
}
