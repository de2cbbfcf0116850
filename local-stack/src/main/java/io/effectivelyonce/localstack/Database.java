package io.effectivelyonce.localstack;

import java.sql.Connection;
import java.sql.SQLException;

/** One database of a {@link PostgresServer}. */
public final class Database {
    private final PostgresServer server;
    private final String name;

    Database(PostgresServer server, String name) {
        this.server = server;
        this.name = name;
    }

    /** The database's name. */
    public String name() {
        return name;
    }

    /** The JDBC address, without user and password. */
    public String jdbcUrl() {
        return server.jdbcUrl(name);
    }

    /** Opens a connection as the superuser; the caller closes it. */
    public Connection connection() throws SQLException {
        return server.connect(name);
    }
}
