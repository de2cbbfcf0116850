package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.Backoff;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A time during which the database can't take what is to be written: how long it lasts, and when to try again. */
final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

    private final Optional<Duration> budget;
    private final Backoff backoff;
    private long since;
    private int tries;
    private String lastState = "";

    Outage(RetryConfig config) {
        this.budget = config.budget();
        this.backoff = new Backoff(config.first(), config.most());
    }

    /** The database failed once more. How long to wait before the next try; empty if the time for retries is spent. */
    Optional<Duration> pause(SqlFault fault) {
        if (tries == 0) {
            since = System.nanoTime();
        }
        tries++;
        if (tries == 1 || !fault.sqlState().equals(lastState)) {
            lastState = fault.sqlState();
            LOG.warn(
                    "{}. Nothing is lost and nothing is rejected: the batch is tried again until it can be written.",
                    fault.message());
        }
        return budget.filter(most -> lasted().compareTo(most) >= 0).isPresent()
                ? Optional.empty()
                : Optional.of(backoff.next());
    }

    /** Something was written. */
    void over() {
        if (tries > 0) {
            LOG.info("The database takes writes again after {} ms and {} tries.", lasted().toMillis(), tries);
            forget();
        }
    }

    /** Nothing is left that the database would have to take: what fails after this is an outage of its own. */
    void forget() {
        tries = 0;
        backoff.reset();
    }

    Duration lasted() {
        return Duration.ofNanos(System.nanoTime() - since);
    }
}
