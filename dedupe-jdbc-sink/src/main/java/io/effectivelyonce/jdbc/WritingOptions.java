package io.effectivelyonce.jdbc;

import static org.apache.kafka.common.config.ConfigDef.Range.between;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** How much is written at once, and what happens while the database can't take it. */
final class WritingOptions {
    static final String BATCH_SIZE = "batch.size";
    static final String BATCH_ORDER = "batch.order";
    static final String LINGER = "linger.ms";
    static final String RETRY_TIMEOUT = "retry.timeout.ms";
    static final String BACKOFF = "retry.backoff.ms";
    static final String BACKOFF_MAX = "retry.backoff.max.ms";
    static final String MAX_RETRIES = "max.retries";

    private static final long HOUR = 3_600_000;
    private static final long YEAR = 365 * 24 * HOUR;

    private WritingOptions() {}

    static void define(OptionGroup group) {
        group.add(
                BATCH_SIZE,
                ConfigDef.Type.INT,
                5_000,
                between(1, 100_000),
                Importance.MEDIUM,
                "Most events in one transaction, up to 100000. A batch grows while the database is busy with the one before.");
        group.add(
                BATCH_ORDER,
                ConfigDef.Type.STRING,
                "event",
                Choice.of("event", "statement"),
                Importance.MEDIUM,
                "In which order the statements of a transaction run. event: all statements of an event before those of the"
                        + " next. statement: all runs of the first statement, then all of the second, and so on, each in"
                        + " event order or sorted by its order.by: fewer journeys, and with order.by on every statement"
                        + " that changes rows which events share, no deadlocks between tasks. Right only if what one"
                        + " statement does for an event doesn't depend on what another one did for an earlier event, as"
                        + " when each statement has tables of its own.");
        group.add(
                LINGER,
                ConfigDef.Type.LONG,
                0L,
                between(0, HOUR),
                Importance.LOW,
                "Milliseconds that a batch which isn't full waits for more, up to an hour.");
        group.add(
                RETRY_TIMEOUT,
                ConfigDef.Type.LONG,
                -1L,
                between(-1, YEAR),
                Importance.MEDIUM,
                "Milliseconds, up to a year, after which a batch that the database can't take fails the task; -1 waits as"
                        + " long as the outage lasts. The task stays in its group either way.");
        group.add(
                BACKOFF,
                ConfigDef.Type.LONG,
                100L,
                between(1, HOUR),
                Importance.LOW,
                "Milliseconds before the first try again, up to an hour; doubled from try to try, with jitter.");
        group.add(
                BACKOFF_MAX,
                ConfigDef.Type.LONG,
                30_000L,
                between(1, HOUR),
                Importance.LOW,
                "Most milliseconds between two tries, up to an hour.");
        group.add(
                MAX_RETRIES,
                ConfigDef.Type.INT,
                null,
                null,
                Importance.LOW,
                "Accepted from configurations of other JDBC sinks and ignored with a warning: outages are bounded by time,"
                        + " see retry.timeout.ms.");
    }
}
