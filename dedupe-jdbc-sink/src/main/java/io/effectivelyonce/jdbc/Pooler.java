package io.effectivelyonce.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;

/**
 * What may stand between the sink and the server. A pooler that hands out servers per transaction doesn't know what was
 * prepared on another one; so behind a pooler nothing is kept prepared, unless the configuration says otherwise.
 */
final class Pooler {
    private final ConnectionSettings settings;

    Pooler(ConnectionSettings settings) {
        this.settings = settings;
    }

    /** Makes the connection fit for what is in front of it. */
    void adapt(Connection connection) throws SQLException {
        if (!choosesThreshold() && inFrontOf(connection)) {
            connection.unwrap(PGConnection.class).setPrepareThreshold(0);
        }
    }

    private boolean choosesThreshold() {
        String name = PGProperty.PREPARE_THRESHOLD.getName();
        Properties inUrl = Driver.parseURL(settings.url(), new Properties());
        return settings.driver().containsKey(name) || (inUrl != null && inUrl.containsKey(name));
    }

    /** A pooler introduces itself with a process id of its own making, the server behind it with its real one. */
    private static boolean inFrontOf(Connection connection) throws SQLException {
        try (Statement ask = connection.createStatement();
                ResultSet answer = ask.executeQuery("SELECT pg_backend_pid()")) {
            return answer.next()
                    && answer.getInt(1) != connection.unwrap(PGConnection.class).getBackendPID();
        }
    }
}
