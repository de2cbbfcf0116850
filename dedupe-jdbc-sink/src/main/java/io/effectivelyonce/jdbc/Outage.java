package io.effectivelyonce.jdbc;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A time during which the database can't take what is to be written: how long it lasts, and when to try again. */
final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);
    private static final int NO_FURTHER_DOUBLING = 30;

    private final RetryConfig config;
    private long since;
    private int tries;
    private String lastState = "";

    Outage(RetryConfig config) {
        this.config = config;
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
        return config.budget().filter(budget -> lasted().compareTo(budget) >= 0).isPresent()
                ? Optional.empty()
                : Optional.of(jittered());
    }

    /** Something was written. */
    void over() {
        if (tries > 0) {
            LOG.info("The database takes writes again after {} ms and {} tries.", lasted().toMillis(), tries);
            tries = 0;
        }
    }

    Duration lasted() {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /** Between half and all of the doubled wait, so that the tasks of a worker don't come back at the same moment. */
    private Duration jittered() {
        long doubled = config.first().toMillis() << Math.min(tries - 1, NO_FURTHER_DOUBLING);
        long most = doubled <= 0
                ? config.most().toMillis()
                : Math.min(doubled, config.most().toMillis());
        return Duration.ofMillis(most - ThreadLocalRandom.current().nextLong(most / 2 + 1));
    }
}
