package io.effectivelyonce.jdbc.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A piece of work on a claims table that one task at a time does, in a transaction of its own. */
public final class Upkeep {
    /** Whoever waits for a table's lock holds up all who come after: a short while is no disturbance. */
    private static final String BRIEFLY = "SET LOCAL lock_timeout = '300ms'; SET LOCAL statement_timeout = '30s'";

    private static final String PATIENTLY = "SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = '30s'";

    /** The work. */
    @FunctionalInterface
    public interface Work {
        void run() throws SQLException;
    }

    private final String name;

    public Upkeep(SqlName claims) {
        this.name = "effectively once: " + claims;
    }

    /** Waits for the others, and works. */
    public void alone(Connection connection, Work work) throws SQLException {
        inTransaction(connection, PATIENTLY, "SELECT true FROM pg_advisory_xact_lock(hashtextextended(?, 0))", work);
    }

    /** Works unless somebody else does, and doesn't wait long for a lock. Whether it has worked. */
    boolean unlessBusy(Connection connection, Work work) throws SQLException {
        return inTransaction(connection, BRIEFLY, "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))", work);
    }

    private boolean inTransaction(Connection connection, String settings, String locking, Work work)
            throws SQLException {
        boolean autocommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement set = connection.createStatement();
                PreparedStatement lock = connection.prepareStatement(locking)) {
            set.execute(settings);
            lock.setString(1, name);
            boolean mine;
            try (ResultSet answer = lock.executeQuery()) {
                mine = answer.next() && answer.getBoolean(1);
            }
            if (mine) {
                work.run();
            }
            connection.commit();
            return mine;
        } finally {
            if (!connection.isClosed()) {
                connection.rollback();
                connection.setAutoCommit(autocommit);
            }
        }
    }
}
