package io.effectivelyonce.jdbc.offsets;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * The table of offsets as it stands in the database: {@code (consumer text, topic text, partition int, next_offset bigint,
 * updated_at timestamptz, primary key (consumer, topic, partition))}. Everything below {@code next_offset} has had its effect,
 * or was rejected or filtered.
 */
public final class OffsetsTable {
    /** How many places {@link #move()} has. */
    public static final int PARAMETERS = 5;

    private static final String FITS = """
            SELECT NOT EXISTS (
                    SELECT FROM (VALUES ('consumer', 'text'), ('topic', 'text'), ('partition', 'integer'),
                                        ('next_offset', 'bigint'), ('updated_at', 'timestamp with time zone'))
                                AS wanted(name, type)
                    WHERE NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass(?) AND attname = name
                                      AND format_type(atttypid, NULL) = type AND NOT attisdropped))
               AND EXISTS (
                    SELECT FROM pg_index WHERE indrelid = to_regclass(?) AND indisunique AND indimmediate AND indisvalid
                        AND indpred IS NULL AND indexprs IS NULL
                        AND (SELECT string_agg(attname, ' ' ORDER BY attname) FROM pg_attribute
                             WHERE attrelid = indrelid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1]))
                            = 'consumer partition topic')""";

    /** Rows that a crash or a failover would forget, or that something else changes, tell nothing. */
    private static final String FAITHFUL = """
            SELECT NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass(?) AND relpersistence <> 'p')
               AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = to_regclass(?) AND NOT tgisinternal
                               AND tgenabled <> 'D')
               AND NOT EXISTS (SELECT FROM pg_rewrite WHERE ev_class = to_regclass(?) AND ev_enabled <> 'D')""";

    private static final String ALLOWED = """
            SELECT has_table_privilege(to_regclass(?), 'INSERT') AND has_table_privilege(to_regclass(?), 'SELECT')
               AND has_table_privilege(to_regclass(?), 'UPDATE')""";

    private final OffsetsConfig config;

    public OffsetsTable(OffsetsConfig config) {
        this.config = config;
    }

    /** The table's definition, as an administrator would type it. */
    public String definition() {
        return "CREATE TABLE IF NOT EXISTS " + config.table() + " (consumer text NOT NULL, topic text NOT NULL,"
                + " partition int NOT NULL, next_offset bigint NOT NULL, updated_at timestamptz NOT NULL DEFAULT now(),"
                + " PRIMARY KEY (consumer, topic, partition))";
    }

    /**
     * Moves offsets and tells, in the same journey, what they were before. None ever falls: a task that has lost its
     * partition may still be writing. The rows are locked in one order by all tasks.
     */
    public String move() {
        return """
            WITH moved AS (SELECT * FROM unnest(?::text[], ?::int[], ?::bigint[]) AS one(topic, partition, next_offset)),
            kept AS (INSERT INTO %1$s AS held (consumer, topic, partition, next_offset)
            SELECT ?::text, topic, partition, next_offset FROM moved WHERE next_offset IS NOT NULL
            ORDER BY topic, partition
            ON CONFLICT (consumer, topic, partition) DO UPDATE
            SET next_offset = excluded.next_offset, updated_at = excluded.updated_at
            WHERE held.next_offset < excluded.next_offset)
            SELECT before.topic, before.partition, before.next_offset FROM moved JOIN %1$s AS before
            ON before.topic = moved.topic AND before.partition = moved.partition AND before.consumer = ?""".formatted(config.table().replace("%", "%%")).replace('\n', ' ');
    }

    /** Why the table can't keep the offsets; empty if it can, or if it is missing and may be created. */
    public Optional<String> problem(Connection connection) throws SQLException {
        if (!exists(connection)) {
            return config.create()
                    ? Optional.empty()
                    : Optional.of(
                            "offsets table " + config.shown() + " does not exist and may not be created; create it"
                                    + " with: " + definition() + ", or switch it off with offsets.mode=none");
        }
        if (!holds(connection, FITS)) {
            return Optional.of(
                    "offsets table " + config.shown() + " has other columns or another key; expected: " + definition());
        }
        if (!holds(connection, FAITHFUL)) {
            return Optional.of(
                    "offsets table " + config.shown() + " is unlogged or temporary, or has triggers or rules:"
                            + " what it tells after a failover could not be trusted; make it a plain table");
        }
        return holds(connection, ALLOWED)
                ? Optional.empty()
                : Optional.of("the role needs INSERT, SELECT and UPDATE on offsets table " + config.shown());
    }

    public boolean exists(Connection connection) throws SQLException {
        return holds(connection, "SELECT to_regclass(?) IS NOT NULL");
    }

    private boolean holds(Connection connection, String question) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(question)) {
            for (int i = 1; i <= ask.getParameterMetaData().getParameterCount(); i++) {
                ask.setString(i, config.table());
            }
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }

    /**
     * Sets offsets as an operator wants them, up or down; null forgets one. All in one transaction, which the caller ends.
     * Without the table there is nothing to keep in step.
     */
    public void alter(Connection connection, Map<TopicPartition, Long> offsets) throws SQLException {
        if (!exists(connection)) {
            return;
        }
        List<Map.Entry<TopicPartition, Long>> sorted = new ArrayList<>(offsets.entrySet());
        sorted.sort(Map.Entry.comparingByKey((one, other) -> one.toString().compareTo(other.toString())));
        for (Map.Entry<TopicPartition, Long> entry : sorted) {
            boolean forgotten = entry.getValue() == null;
            try (PreparedStatement change = connection.prepareStatement(forgotten ? forget() : set())) {
                change.setString(1, config.consumer());
                change.setString(2, entry.getKey().topic());
                change.setInt(3, entry.getKey().partition());
                if (!forgotten) {
                    change.setLong(4, entry.getValue());
                }
                change.executeUpdate();
            }
        }
    }

    private String forget() {
        return "DELETE FROM " + config.table() + " WHERE consumer = ? AND topic = ? AND partition = ?";
    }

    private String set() {
        return "INSERT INTO " + config.table() + " (consumer, topic, partition, next_offset) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (consumer, topic, partition) DO UPDATE SET next_offset = excluded.next_offset,"
                + " updated_at = excluded.updated_at";
    }
}
