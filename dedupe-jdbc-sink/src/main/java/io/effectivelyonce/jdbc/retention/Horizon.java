package io.effectivelyonce.jdbc.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/**
 * What the claims have forgotten, as all tasks agree on it: a small table beside the claims that holds, for a consumer, the
 * day before which claims may be gone.
 *
 * <p>The day is committed <em>before</em> the first claim of an earlier day is removed, and a task reads it <em>after</em> it
 * has claimed, in the same transaction. So a claim that could be won only because an older one was removed is always noticed,
 * whatever the clocks of the workers say, and also after the retention has been changed.
 *
 * <p>Where the claims lie in daily partitions, which hold the claims of every consumer, the day stands under the empty name and
 * counts for all.
 */
public final class Horizon {
    private static final String EVERYBODY = "";

    private final String table;
    private final Retention retention;
    private final String consumer;

    public Horizon(SqlName claims, Retention retention, String consumer) {
        this.table = claims.with("_horizon").sql();
        this.retention = retention;
        this.consumer = consumer;
    }

    /** The table's name as it stands in SQL. */
    public String table() {
        return table;
    }

    /** The table's definition, as an administrator would type it. */
    public String definition() {
        return "CREATE TABLE IF NOT EXISTS " + table + " (consumer text PRIMARY KEY, forgotten_before date NOT NULL)";
    }

    /** The question after the day, with the consumer as its one parameter; null if nothing has been forgotten. */
    public String question() {
        return "SELECT max(forgotten_before)::text FROM " + table + " WHERE consumer IN ('" + EVERYBODY + "', ?)";
    }

    /**
     * Says from the beginning which events are too old, so that a first run over old events doesn't meet the horizon half way.
     */
    public void begin(Connection connection) throws SQLException {
        move(connection, "NOTHING");
    }

    /** Moves the day to where it should be by now. It never goes back: what is gone is gone. */
    void advance(Connection connection) throws SQLException {
        move(
                connection,
                "UPDATE SET forgotten_before = EXCLUDED.forgotten_before"
                        + " WHERE horizon.forgotten_before < EXCLUDED.forgotten_before");
    }

    private void move(Connection connection, String onConflict) throws SQLException {
        if (retention.keep().isEmpty()) {
            return;
        }
        Duration keep = retention.keep().get();
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table
                + " AS horizon VALUES (?, ((now() AT TIME ZONE 'UTC') - ? * interval '1 ms')::date)"
                + " ON CONFLICT (consumer) DO " + onConflict)) {
            insert.setString(1, key());
            insert.setLong(2, keep.toMillis());
            insert.executeUpdate();
        }
    }

    /** Under which name the day stands. */
    String key() {
        return retention.daily() ? EVERYBODY : consumer;
    }
}
