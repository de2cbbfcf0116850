package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Creates the tables that the sink owns. */
final class OwnTables {
    private static final String MAY_CREATE = """
            SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace
            WHERE nspname = coalesce(?::text, current_schema())""";

    private OwnTables() {}

    /**
     * Creates a table in a transaction of its own. Tasks that start at the same time wait for each other: {@code IF NOT
     * EXISTS} alone collides in the server's catalog.
     */
    static void create(Connection connection, String name, String definition) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement lock =
                        connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))");
                Statement create = connection.createStatement()) {
            lock.setString(1, "effectively once: " + name);
            lock.execute();
            create.execute(definition);
            connection.commit();
        } finally {
            if (!connection.isClosed()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    /** Why the role could not create a table, which {@code what} names. */
    static Optional<String> creationProblem(Connection connection, TableName table, String what, String definition)
            throws SQLException {
        String schema = table.parts().size() == 2 ? table.parts().get(0) : null;
        try (PreparedStatement ask = connection.prepareStatement(MAY_CREATE)) {
            ask.setString(1, schema);
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1)
                        ? Optional.empty()
                        : Optional.of(
                                what + " " + table + " does not exist and the role may not create it there; create"
                                        + " it with: " + definition);
            }
        }
    }
}
