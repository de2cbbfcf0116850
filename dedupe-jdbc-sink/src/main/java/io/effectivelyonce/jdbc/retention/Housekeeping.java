package io.effectivelyonce.jdbc.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Moves the horizon, removes the claims before it, and has the partitions of the next days ready. Every step is a short
 * transaction of its own that only one task does at a time and that gives way where it would have to wait; what isn't done now
 * is done the next time.
 *
 * <p>A claim that was made within the last day stays, however old its event is: an event that had its effect in spite of its
 * age is still known when its record is delivered again.
 */
public final class Housekeeping {
    private static final int DAYS_AHEAD = 2;

    private static final int CLAIMS_AT_ONCE = 10_000;

    private static final String YOUNG = "processed_at > now() - interval '1 day'";

    private final SqlName claims;
    private final Retention retention;
    private final String consumer;
    private final Horizon horizon;
    private final Upkeep upkeep;
    private final DayPartitions days;
    private volatile Optional<LocalDate> forgotten = Optional.empty();
    private volatile Optional<LocalDate> oldestDay = Optional.empty();
    private Optional<LocalDate> cleaned = Optional.empty();

    public Housekeeping(SqlName claims, Retention retention, String consumer) {
        this.claims = claims;
        this.retention = retention;
        this.consumer = consumer;
        this.horizon = new Horizon(claims, retention, consumer);
        this.upkeep = new Upkeep(claims);
        this.days = new DayPartitions(claims);
    }

    /**
     * Does what is due. Errors of the server come as they are: it was locked out, or lacks a privilege.
     *
     * @return whether all is done; otherwise the tables aren't there yet, or another task is at it
     */
    boolean run(Connection connection) throws SQLException {
        if (!exist(connection)) {
            return false;
        }
        if (retention.daily()) {
            prepareDays(connection);
            // also where the removal is locked out
            oldestDay = days.oldest(connection);
        }
        boolean done = forget(connection);
        if (retention.daily()) {
            oldestDay = days.oldest(connection);
        }
        return done;
    }

    private boolean forget(Connection connection) throws SQLException {
        // committed before anything is removed: whoever claims afterwards reads it
        if (!upkeep.unlessBusy(connection, () -> horizon.advance(connection))) {
            return false;
        }
        forgotten = forgotten(connection);
        if (forgotten.isEmpty() || forgotten.equals(cleaned)) {
            return true;
        }
        LocalDate before = forgotten.get();
        boolean done = retention.daily() ? dropDays(connection, before) : deleteClaims(connection, before);
        cleaned = done ? forgotten : cleaned;
        return done;
    }

    /** The day before which claims may be gone, as it was when it was last looked at. Any thread may ask. */
    Optional<LocalDate> forgotten() {
        return forgotten;
    }

    /** The day of the oldest partition, as it was when it was last looked at. Any thread may ask. */
    Optional<LocalDate> oldestDay() {
        return oldestDay;
    }

    private boolean exist(Connection connection) throws SQLException {
        try (PreparedStatement ask =
                connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL AND to_regclass(?) IS NOT NULL")) {
            ask.setString(1, claims.sql());
            ask.setString(2, horizon.table());
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }

    private void prepareDays(Connection connection) throws SQLException {
        LocalDate today = date(connection, "SELECT (now() AT TIME ZONE 'UTC')::date::text")
                .orElseThrow();
        days.provide(
                connection,
                Stream.iterate(today, day -> day.plusDays(1))
                        .limit(DAYS_AHEAD + 1L)
                        .toList());
    }

    /** What the retention of this configuration may remove: the day that stands under its own name. */
    private Optional<LocalDate> forgotten(Connection connection) throws SQLException {
        return retention.keep().isEmpty()
                ? Optional.empty()
                : date(
                        connection,
                        "SELECT forgotten_before::text FROM " + horizon.table() + " WHERE consumer = ?",
                        horizon.key());
    }

    private boolean dropDays(Connection connection, LocalDate before) throws SQLException {
        boolean all = true;
        List<DayPartitions.Partition> old = days.partitions(connection).stream()
                .filter(one -> !one.until().isAfter(before))
                .toList();
        for (DayPartitions.Partition day : old) {
            all &= upkeep.unlessBusy(connection, () -> drop(connection, day));
        }
        return all;
    }

    /** The lock of the day alone waits for claims under way there, of which none may be overlooked; other days go on. */
    private static void drop(Connection connection, DayPartitions.Partition day) throws SQLException {
        execute(connection, "LOCK TABLE " + day.name() + " IN SHARE MODE");
        try (PreparedStatement ask = connection.prepareStatement(
                        "SELECT EXISTS (SELECT FROM " + day.name() + " WHERE " + YOUNG + ")");
                ResultSet answer = ask.executeQuery()) {
            if (answer.next() && answer.getBoolean(1)) {
                return;
            }
        }
        execute(connection, "DROP TABLE " + day.name());
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    /** Once through the table, in the order of its rows, so that no batch looks again at what an earlier one removed. */
    private boolean deleteClaims(Connection connection, LocalDate before) throws SQLException {
        Batch batch = new Batch("(0,0)");
        while (batch.more) {
            String from = batch.last;
            if (!upkeep.unlessBusy(connection, () -> batch.delete(connection, from, before))) {
                return false;
            }
        }
        return true;
    }

    private final class Batch {
        private String last;
        private boolean more = true;

        Batch(String last) {
            this.last = last;
        }

        void delete(Connection connection, String from, LocalDate before) throws SQLException {
            execute(connection, "SET LOCAL synchronize_seqscans = off");
            try (PreparedStatement delete = connection.prepareStatement("WITH old AS (SELECT ctid FROM " + claims.sql()
                    + " WHERE ctid > ?::tid AND consumer = ? AND event_day < ?::date AND NOT (" + YOUNG + ") LIMIT "
                    + CLAIMS_AT_ONCE + "), gone AS (DELETE FROM " + claims.sql()
                    + " WHERE ctid = ANY (ARRAY(SELECT ctid FROM old)) AND consumer = ?"
                    + " AND event_day < ?::date AND NOT (" + YOUNG + ") RETURNING ctid)"
                    + " SELECT (SELECT ctid::text FROM gone ORDER BY ctid DESC LIMIT 1), count(*) FROM gone")) {
                delete.setString(1, from);
                delete.setString(2, consumer);
                delete.setString(3, before.toString());
                delete.setString(4, consumer);
                delete.setString(5, before.toString());
                try (ResultSet answer = delete.executeQuery()) {
                    answer.next();
                    last = answer.getString(1);
                    more = answer.getLong(2) >= CLAIMS_AT_ONCE;
                }
            }
        }
    }

    private static Optional<LocalDate> date(Connection connection, String question, String... parameters)
            throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(question)) {
            for (int i = 0; i < parameters.length; i++) {
                ask.setString(i + 1, parameters[i]);
            }
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next()
                        ? Optional.ofNullable(answer.getString(1)).map(LocalDate::parse)
                        : Optional.empty();
            }
        }
    }
}
