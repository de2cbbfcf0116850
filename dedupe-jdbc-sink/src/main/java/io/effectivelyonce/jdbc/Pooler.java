package io.effectivelyonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.PGStatement;

/**
 * What may stand between the sink and the server. A pooler that hands out servers per transaction doesn't know what was
 * prepared on another one; so behind a pooler nothing is kept prepared, unless the configuration says otherwise.
 */
final class Pooler {
    private static final String THRESHOLD = PGProperty.PREPARE_THRESHOLD.getName();

    /**
     * This very statement, if it lies on the server under the name that the driver gave it: a pooler that keeps track of
     * prepared statements gives them names of its own.
     */
    private static final String OWN_NAME = "SELECT name FROM pg_prepared_statements WHERE name LIKE 'S\\_%'"
            + " AND statement LIKE '%who keeps track of this%' /* who keeps track of this */";

    private final ConnectionSettings settings;

    Pooler(ConnectionSettings settings) {
        this.settings = settings;
    }

    /** Makes the connection fit for what is in front of it. */
    void adapt(Connection connection) throws SQLException {
        if (threshold().isEmpty() && inFrontOf(connection)) {
            connection.unwrap(PGConnection.class).setPrepareThreshold(0);
        }
    }

    /** What the configuration chooses. */
    private Optional<String> threshold() {
        Properties inUrl = Driver.parseURL(settings.url(), new Properties());
        return Optional.ofNullable(settings.driver().get(THRESHOLD))
                .or(() -> Optional.ofNullable(inUrl).map(properties -> properties.getProperty(THRESHOLD)));
    }

    /** The option that chooses. */
    String key() {
        return settings.driver().containsKey(THRESHOLD) ? ConnectionOptions.PREFIX + THRESHOLD : ConnectionOptions.URL;
    }

    /**
     * Why what the configuration chooses can't work here; empty if it can, or if that is not certain. Only outside of
     * transactions, on a connection that doesn't commit by itself.
     */
    Optional<String> problem(Connection connection) throws SQLException {
        boolean prepares = threshold().filter(most -> !most.equals("0")).isPresent();
        return prepares && inFrontOf(connection) && sharesServers(connection) && losesTrack(connection)
                ? Optional.of(
                        THRESHOLD + " above 0 doesn't work here: a pooler hands out servers per transaction and"
                                + " doesn't keep track of prepared statements. Leave it out, for the sink notices poolers itself,"
                                + " or have the pooler keep track (PgBouncer 1.21 and newer with max_prepared_statements above 0)")
                : Optional.empty();
    }

    /** A pooler introduces itself with a process id of its own making, the server behind it with its real one. */
    private static boolean inFrontOf(Connection connection) throws SQLException {
        return server(connection) != connection.unwrap(PGConnection.class).getBackendPID();
    }

    private static int server(Connection connection) throws SQLException {
        try (Statement ask = connection.createStatement();
                ResultSet answer = ask.executeQuery("SELECT pg_backend_pid()")) {
            answer.next();
            return answer.getInt(1);
        }
    }

    /** Whether two transactions have met different servers, or two connections the same one. */
    private boolean sharesServers(Connection connection) throws SQLException {
        connection.rollback();
        int one = server(connection);
        connection.rollback();
        int other = server(connection);
        connection.rollback();
        if (one != other) {
            return true;
        }
        try (Connection another = Session.connect(settings)) {
            return server(another) == other;
        }
    }

    private static boolean losesTrack(Connection connection) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(OWN_NAME)) {
            ask.unwrap(PGStatement.class).setPrepareThreshold(1);
            Optional<String> name = Optional.empty();
            try (ResultSet answer = ask.executeQuery()) {
                if (answer.next()) {
                    name = Optional.of(answer.getString(1));
                }
            }
            if (name.isPresent()) {
                // or the next client that meets this server could not use the name
                try (Statement forget = connection.createStatement()) {
                    forget.execute("DEALLOCATE \"" + name.get() + "\"");
                }
            }
            return name.isPresent();
        } finally {
            connection.rollback();
        }
    }
}
