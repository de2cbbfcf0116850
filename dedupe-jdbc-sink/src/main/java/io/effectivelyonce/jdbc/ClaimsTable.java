package io.effectivelyonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The table of claims as it stands in the database:
 * {@code (consumer text, event_id uuid|text, processed_at timestamptz default now(), primary key (event_id, consumer))}.
 */
final class ClaimsTable {
    private static final String EXISTS = "SELECT to_regclass(?) IS NOT NULL";

    private static final String PRIVILEGES =
            "SELECT has_table_privilege(to_regclass(?), 'INSERT') AND has_table_privilege(to_regclass(?), 'SELECT')";

    private final ClaimsConfig config;

    ClaimsTable(ClaimsConfig config) {
        this.config = config;
    }

    boolean exists(Connection connection) throws SQLException {
        try (PreparedStatement ask = ask(connection, EXISTS);
                ResultSet answer = ask.executeQuery()) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    /** Creates the table in a transaction of its own. */
    void create(Connection connection) throws SQLException {
        OwnTables.create(connection, config.table().toString(), definition());
    }

    /** The table's definition, as an administrator would type it. */
    String definition() {
        return "CREATE TABLE IF NOT EXISTS " + config.table().sql() + " (consumer text NOT NULL, event_id "
                + config.type().columnType()
                + " NOT NULL, processed_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (event_id, consumer))";
    }

    /** Why the table can't keep the claims; empty if it can. */
    Optional<String> problem(Connection connection) throws SQLException {
        if (!exists(connection)) {
            return config.create()
                    ? Optional.empty()
                    : Optional.of("claims table " + config.table() + " does not exist and " + DedupeOptions.CREATE
                            + " is false; create it with: " + definition());
        }
        Optional<String> layout = new ClaimsLayout(config)
                .problem(connection)
                .map(what -> "claims table " + config.table() + " " + what + "; expected: " + definition());
        return layout.isPresent() ? layout : privilegeProblem(connection);
    }

    /** Why the role could not create the table. */
    Optional<String> creationProblem(Connection connection) throws SQLException {
        return OwnTables.creationProblem(connection, config.table(), "claims table", definition());
    }

    private Optional<String> privilegeProblem(Connection connection) throws SQLException {
        try (PreparedStatement ask = ask(connection, PRIVILEGES)) {
            ask.setString(2, config.table().sql());
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1)
                        ? Optional.empty()
                        : Optional.of("the role needs INSERT and SELECT on claims table " + config.table());
            }
        }
    }

    private PreparedStatement ask(Connection connection, String sql) throws SQLException {
        PreparedStatement ask = connection.prepareStatement(sql);
        ask.setString(1, config.table().sql());
        return ask;
    }

    /** The claim of many events at once: gives back those that were new, and leaves the others alone. */
    String claim() {
        return claimAll() + " ON CONFLICT (event_id, consumer) DO NOTHING RETURNING event_id";
    }

    /** The claim of many events at once that fails if one is not new. */
    String claimAll() {
        return "INSERT INTO " + config.table().sql() + " (consumer, event_id) SELECT ?::text, id FROM unnest(?::"
                + config.type().columnType() + "[]) AS id";
    }
}
