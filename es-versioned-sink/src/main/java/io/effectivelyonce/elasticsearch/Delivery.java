package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.Backoff;
import io.effectivelyonce.spine.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings one batch to its end, however long that takes.
 *
 * <p>Why the order is sound. A batch is finished before the next one is begun, and within a bulk the server runs the operations
 * of one document in order. An operation that has to be repeated is dropped, as superseded, once a newer one of the same
 * document has been acknowledged, so nothing older is ever sent after something newer was acknowledged. That matters for
 * deletes: the server remembers the version of a deleted document only for a while, and an older write that comes after
 * that would bring it back. What the server still runs of a request that was given up (a lost answer) is older than
 * its repetition, and is refused by version as long as it comes within that while.
 */
final class Delivery {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    /** So many server errors in a row are taken for an incident; then the batch is searched for a record that causes them. */
    private static final int SERVER_ERRORS_BEFORE_DOUBT = 3;

    private final BulkApi api;
    private final Outlet outlet;
    private final Inbox inbox;
    private final Backoff backoff;
    private final Optional<Duration> retryTimeout;
    private final Progress progress = new Progress();
    private final FreezeAlarm alarm = new FreezeAlarm();

    Delivery(BulkApi api, Outlet outlet, Inbox inbox, Backoff backoff, Optional<Duration> retryTimeout) {
        this.api = api;
        this.outlet = outlet;
        this.inbox = inbox;
        this.backoff = backoff;
        this.retryTimeout = retryTimeout;
    }

    /**
     * Sends the batch until each of its entries is sealed, at fault, or void because its slot has ended; or until the sender
     * is closed.
     *
     * @throws ConnectException if the configuration is at fault or the retry budget is spent
     */
    void deliver(List<Entry<Operation>> batch) throws InterruptedException {
        progress.begin();
        backoff.reset();
        List<Open> open = Open.all(batch);
        Acknowledged acknowledged = new Acknowledged();
        int serverErrors = 0;
        while (!open.isEmpty()) {
            Round round =
                    new Round(api, outlet, progress, acknowledged, alarm, serverErrors >= SERVER_ERRORS_BEFORE_DOUBT);
            round.run(open);
            if (round.failure().isPresent()) {
                throw round.failure().get();
            }
            open = round.stillNeeded();
            serverErrors = round.serverError() ? serverErrors + 1 : 0;
            if (round.progressed()) {
                backoff.reset();
            }
            if (!open.isEmpty() && !pause(open.size(), round.why())) {
                return;
            }
        }
    }

    private boolean pause(int open, String why) throws InterruptedException {
        demandBudget(why);
        Duration pause = backoff.next();
        LOG.warn("{} operations wait, next attempt in {} ms: {}", open, pause.toMillis(), why);
        return inbox.pause(pause);
    }

    private void demandBudget(String why) {
        Duration waited = progress.sinceLast();
        if (retryTimeout.isPresent() && waited.compareTo(retryTimeout.get()) > 0) {
            throw new ConnectException("nothing got through for " + waited.toMillis() + " ms, which is more than "
                    + Options.RETRY_TIMEOUT + "; the last reason: " + why
                    + ". Nothing is lost: restart the task when the server is well, or set -1 to wait for ever");
        }
    }
}
