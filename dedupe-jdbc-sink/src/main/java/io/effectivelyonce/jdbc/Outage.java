package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A time during which the database can't take what is to be written: how long it lasts, when to try again, and what an
 * operator is told of it: at once, then once a minute, and earlier if the reason changes, but never more often than every ten
 * seconds.
 */
final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);
    private static final Duration SAY_AGAIN = Duration.ofMinutes(1);
    private static final Duration SAY_OTHER = Duration.ofSeconds(10);

    private final Optional<Duration> budget;
    private final Backoff backoff;
    private final InstantSource clock;
    private Instant since = Instant.EPOCH;
    private Instant lastSaid = Instant.EPOCH;
    private String lastState = "";
    private int tries;

    Outage(RetryConfig config) {
        this(config, InstantSource.system());
    }

    Outage(RetryConfig config, InstantSource clock) {
        this.budget = config.budget();
        this.backoff = new Backoff(config.first(), config.most());
        this.clock = clock;
    }

    /**
     * The database failed once more. How long to wait before the next try; empty if the time for retries is spent.
     *
     * @param waiting what waits to be written, first of all
     */
    Optional<Duration> pause(SqlFault fault, String waiting) {
        news(fault, waiting).ifPresent(LOG::warn);
        return budget.filter(most -> lasted().compareTo(most) >= 0).isPresent()
                ? Optional.empty()
                : Optional.of(backoff.next());
    }

    /** Counts a failed try, and says what an operator should read of it now. */
    Optional<String> news(SqlFault fault, String waiting) {
        Instant now = clock.instant();
        if (tries++ == 0) {
            since = now;
        } else if (Duration.between(lastSaid, now).compareTo(fault.sqlState().equals(lastState) ? SAY_AGAIN : SAY_OTHER)
                < 0) {
            return Optional.empty();
        }
        lastSaid = now;
        lastState = fault.sqlState();
        String lead = fault.kind() == SqlFault.Kind.CONFIGURATION
                ? "The database refuses what it took before"
                : "The database can't take writes";
        return Optional.of(lead + ", since " + since.truncatedTo(ChronoUnit.SECONDS) + " (" + tries
                + (tries == 1 ? " try" : " tries") + "): " + fault.message() + ". First to be written: " + waiting
                + ". The task waits and tries again: nothing is lost, and nothing is rejected. What to do: "
                + Remedies.of(fault));
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
        return Duration.between(since, clock.instant());
    }
}
