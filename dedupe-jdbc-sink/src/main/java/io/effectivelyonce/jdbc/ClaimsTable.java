package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.retention.Retention;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The table of claims as it stands in the database:
 * {@code (consumer text, event_id uuid|text, [event_day date,] processed_at timestamptz default now(), primary key (event_id,
 * consumer[, event_day]))}. The day is there where claims are not kept for ever, or lie in partitions, which makes it a part
 * of the key.
 */
final class ClaimsTable {
    private static final String EXISTS = "SELECT to_regclass(?) IS NOT NULL";

    /** What the role lacks of a list of privileges. */
    private static final String LACKING = """
            SELECT string_agg(privilege, ', ') FROM unnest(?::text[]) AS privilege
            WHERE NOT has_table_privilege(to_regclass(?), privilege)""";

    private static final String OWNED =
            "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass(?)";

    private final ClaimsConfig config;

    ClaimsTable(ClaimsConfig config) {
        this.config = config;
    }

    /** Whether the table is there, and what it forgets can be noted beside it. */
    boolean exists(Connection connection) throws SQLException {
        return exists(connection, config.table().sql())
                && (config.horizon().isEmpty()
                        || exists(connection, config.horizon().get().table()));
    }

    private static boolean exists(Connection connection, String table) throws SQLException {
        return holds(connection, EXISTS, table);
    }

    private static boolean holds(Connection connection, String question, String table) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(question)) {
            ask.setString(1, table);
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }

    /** Creates what is missing, in a transaction of its own. */
    void create(Connection connection) throws SQLException {
        OwnTables.create(connection, config.table().toString(), definition());
    }

    /** What has to be there, as an administrator would type it. */
    String definition() {
        boolean daily = config.daily();
        return "CREATE TABLE IF NOT EXISTS " + config.table().sql() + " (consumer text NOT NULL, event_id "
                + config.type().columnType() + " NOT NULL, "
                + (config.retention().isPresent() ? "event_day date NOT NULL, " : "")
                + "processed_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (" + keyColumns() + "))"
                + (daily ? " PARTITION BY RANGE (event_day)" : "")
                + config.horizon().map(horizon -> "; " + horizon.definition()).orElse("");
    }

    private String keyColumns() {
        return config.daily() ? "event_id, consumer, event_day" : "event_id, consumer";
    }

    /** Why the table can't keep the claims; empty if it can. */
    Optional<String> problem(Connection connection) throws SQLException {
        if (!exists(connection)) {
            if (!config.create()) {
                return Optional.of("claims table " + config.table() + " does not exist"
                        + (config.horizon().isPresent() ? ", or not all of it," : "") + " and "
                        + DedupeOptions.CREATE + " is false; create it with: " + definition());
            }
            if (!exists(connection, config.table().sql())) {
                return Optional.empty();
            }
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
        Optional<Retention> retention = config.retention();
        boolean deletes =
                retention.filter(how -> !how.daily() && how.keep().isPresent()).isPresent();
        Optional<String> claims = lacking(
                connection,
                config.table().sql(),
                deletes ? "{INSERT,SELECT,DELETE}" : "{INSERT,SELECT}",
                "claims table " + config.table());
        if (claims.isPresent()) {
            return claims;
        }
        if (config.daily() && !holds(connection, OWNED, config.table().sql())) {
            return Optional.of("the role must own claims table " + config.table() + " to add and drop its partitions ("
                    + RetentionOptions.LAYOUT + "=daily); give it with ALTER TABLE ... OWNER TO");
        }
        return config.horizon().isEmpty()
                        || !exists(connection, config.horizon().get().table())
                ? Optional.empty()
                : lacking(
                        connection,
                        config.horizon().get().table(),
                        "{INSERT,SELECT,UPDATE}",
                        "table " + config.horizon().get().table());
    }

    private static Optional<String> lacking(Connection connection, String table, String privileges, String name)
            throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(LACKING)) {
            ask.setString(1, privileges);
            ask.setString(2, table);
            try (ResultSet answer = ask.executeQuery()) {
                answer.next();
                return Optional.ofNullable(answer.getString(1))
                        .map(lacking -> "the role lacks " + lacking + " on " + name + "; give it with GRANT " + lacking
                                + " ON ...");
            }
        }
    }

    /** The claim of many events at once: gives back those that were new, and leaves the others alone. */
    String claim() {
        return claimed() + " ON CONFLICT (" + keyColumns() + ") DO NOTHING RETURNING event_id" + thenHorizon();
    }

    /** The claim of many events at once that fails if one is not new. */
    String claimAll() {
        return claimed() + thenHorizon();
    }

    private String claimed() {
        String ids = "?::" + config.type().columnType() + "[]";
        return config.retention().isEmpty()
                ? "INSERT INTO " + config.table().sql() + " (consumer, event_id) SELECT ?::text, id FROM unnest(" + ids
                        + ") AS id"
                : "INSERT INTO " + config.table().sql()
                        + " (consumer, event_id, event_day) SELECT ?::text, id, day FROM unnest(" + ids
                        + ", ?::date[]) AS claimed (id, day)";
    }

    /** Only what is read after the claims can say that none of them was won because its forerunner is gone. */
    private String thenHorizon() {
        return config.horizon().map(horizon -> "; " + horizon.question()).orElse("");
    }

    /** Which of many events are claimed; takes the same parameters as the claim. */
    String lookUp() {
        return "SELECT event_id FROM " + config.table().sql() + " JOIN (SELECT ?::text AS who, id, day FROM unnest(?::"
                + config.type().columnType() + "[], ?::date[]) AS asked (id, day)) AS asked"
                + " ON consumer = who AND event_id = id" + (config.daily() ? " AND event_day = day" : "");
    }
}
