package io.effectivelyonce.jdbc.retention;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the housekeeping of the claims from time to time, on a connection of its own that it opens for that. Whatever it meets,
 * the task goes on: the claims are only kept longer.
 */
public final class Caretaker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Caretaker.class);

    private static final Duration PERIOD = Duration.ofHours(1);

    /** Soon enough for the next day's partition, and rare enough to disturb nobody who holds a lock for long. */
    private static final Duration AGAIN = Duration.ofMinutes(1);

    /** Opens a connection. */
    @FunctionalInterface
    public interface Connector {
        Connection connect() throws SQLException;
    }

    private final Connector connector;
    private final Housekeeping housekeeping;
    private final Thread thread;
    private String lastProblem = "";
    private boolean closed;

    private Caretaker(Connector connector, Housekeeping housekeeping, String task) {
        this.connector = connector;
        this.housekeeping = housekeeping;
        this.thread = new Thread(this::run, "dedupe-jdbc-sink-retention-" + task);
        thread.setDaemon(true);
    }

    public static Caretaker start(Connector connector, Housekeeping housekeeping, String task) {
        Caretaker caretaker = new Caretaker(connector, housekeeping, task);
        caretaker.thread.start();
        return caretaker;
    }

    /** The day before which claims may be gone, as it was when it was last looked at. */
    public Optional<LocalDate> horizon() {
        return housekeeping.forgotten();
    }

    /** The day of the oldest partition of the claims, as it was when it was last looked at; empty without partitions. */
    public Optional<LocalDate> oldestDay() {
        return housekeeping.oldestDay();
    }

    private void run() {
        try {
            Duration pause = once();
            while (stillOpenAfter(pause)) {
                pause = once();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration once() {
        try (Connection connection = connector.connect()) {
            boolean done = housekeeping.run(connection);
            lastProblem = "";
            return done ? PERIOD : AGAIN;
        } catch (SQLException e) {
            // 55P03: somebody else uses the claims just now, which is nothing to tell
            String problem = String.valueOf(e.getSQLState());
            if (!problem.equals(lastProblem) && !problem.equals("55P03")) {
                LOG.warn(
                        "The upkeep of the claims failed with SQLSTATE {} and is tried again every {} seconds; meanwhile claims are"
                                + " kept longer. With 42501 the role lacks a privilege: it needs DELETE on the claims"
                                + " table, or with dedupe.table.layout=daily to own it.",
                        problem,
                        AGAIN.toSeconds());
            }
            lastProblem = problem;
            return AGAIN;
        }
    }

    private synchronized boolean stillOpenAfter(Duration pause) throws InterruptedException {
        long until = System.nanoTime() + pause.toNanos();
        while (!closed) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return true;
            }
            wait(left / 1_000_000 + 1);
        }
        return false;
    }

    /** Lets what is under way end by itself: its transactions are short and safe to lose. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
