package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.table.TableFault;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * What a failed statement means, told by its SQLSTATE. The message is put together here from what can't hold a value of a
 * row: the server's own texts may quote them.
 *
 * @param kind whose fault it is
 * @param sqlState the SQLSTATE; empty if there is none
 * @param message what was found
 */
record SqlFault(Kind kind, String sqlState, String message) {

    /** Whose fault it is (the words of the design). */
    enum Kind {
        /** This record alone: isolated and rejected. */
        RECORD,
        /** The server or the way to it: waited out. */
        ENVIRONMENT,
        /** What was configured: fails the task, unless it has worked before. */
        CONFIGURATION
    }

    private static final String SERIALIZATION_FAILURE = "40001";

    private static final Set<String> OF_RECORDS = Set.of(
            "21000", "23001", "23502", "23503", "23505", "23P01", "27000", "44000", "54000", "54001", "P0001", "P0002",
            "P0003", "P0004");

    /**
     * A value whose type has a grammar or names things of the database (a text search query, a JSON path, a configuration of
     * text search) fails like a wrong statement. The statement itself is not to blame: the server has described it.
     */
    private static final Set<String> OF_VALUES_OR_STATEMENTS = Set.of("42601", "42704");

    /** What a text id can be to blame for: the encoding of the database may lack its characters. */
    private static final Set<String> OF_IDS = Set.of("22021", "22P05");

    /** Where the server refuses new transactions until it has been vacuumed: a limit of its own, not of the statement. */
    private static final Set<String> GIVES_OUT_TRANSACTION_IDS = Set.of("GetNewTransactionId", "GetNewMultiXactId");

    /** The classes that PostgreSQL documents, and 72 of its releases before 17. Any other is of a user's own function. */
    private static final Set<String> SERVER_CLASSES = Set.of(
            "00", "01", "02", "03", "08", "09", "0A", "0B", "0F", "0L", "0P", "0Z", "10", "20", "21", "22", "23", "24",
            "25", "26", "27", "28", "2B", "2D", "2F", "34", "38", "39", "3B", "3D", "3F", "40", "42", "44", "53", "54",
            "55", "57", "58", "72", "F0", "HV", "P0", "XX");

    private static final Set<String> OF_ENVIRONMENTS =
            Set.of("25001", "25006", "25P01", "25P02", "25P03", "25P04", "55006", "55P03");

    private static final Set<String> ENVIRONMENT_CLASSES = Set.of("08", "40", "53", "57", "58", "HV");

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("08001", "no connection"),
            Map.entry("08004", "connection refused"),
            Map.entry("08006", "connection lost"),
            Map.entry("21000", "cardinality violation"),
            Map.entry("22001", "text too long"),
            Map.entry("22003", "number out of range"),
            Map.entry("22007", "no date or time"),
            Map.entry("22008", "date or time out of range"),
            Map.entry("22021", "character not in the encoding"),
            Map.entry("22P02", "text does not spell the type"),
            Map.entry("23502", "not-null violation"),
            Map.entry("23503", "foreign key violation"),
            Map.entry("23505", "unique violation"),
            Map.entry("23514", "check violation"),
            Map.entry("23P01", "exclusion violation"),
            Map.entry("25006", "server is read-only"),
            Map.entry("28P01", "password refused"),
            Map.entry("28000", "authorization refused"),
            Map.entry("3D000", "no such database"),
            Map.entry("3F000", "no such schema"),
            Map.entry("40001", "serialization failure"),
            Map.entry("40P01", "deadlock"),
            Map.entry("42501", "insufficient privilege"),
            Map.entry("42601", "syntax error"),
            Map.entry("42703", "no such column"),
            Map.entry("42883", "no such function or operator"),
            Map.entry("42P01", "no such table"),
            Map.entry("42P10", "no unique index matches ON CONFLICT"),
            Map.entry("42P18", "type of a parameter can't be told; add a cast such as :name::int"),
            Map.entry("53100", "disk full"),
            Map.entry("53300", "too many connections"),
            Map.entry("55P03", "lock not available"),
            Map.entry("57014", "statement cancelled or timed out"),
            Map.entry("57P01", "server shuts down"),
            Map.entry("57P03", "server starts up or recovers"),
            Map.entry("P0001", "raised by the database"));

    /** Reads a failure of a statement, or of {@code COMMIT}, inside a transaction. */
    static SqlFault of(String doing, SQLException thrown) {
        SQLException cause = deepest(thrown);
        String state = stateOf(cause);
        Optional<ServerErrorMessage> server = serverMessage(cause);
        return new SqlFault(kindOf(state, server), state, doing + " failed with " + describe(state) + where(server));
    }

    /**
     * Reads a failure of the claims. All that they take from a record is its id, which has been looked at; so what fails here
     * is the claims table, or a trigger on it.
     */
    static SqlFault ofClaim(String doing, SQLException thrown) {
        SqlFault fault = of(doing, thrown);
        if (fault.sqlState.equals("23514") && fault.kind == Kind.CONFIGURATION) {
            // the partition of a day was dropped after it had been looked for; a new session looks again
            return new SqlFault(Kind.ENVIRONMENT, fault.sqlState, fault.message + "; a partition is missing");
        }
        return fault.kind == Kind.RECORD && !OF_IDS.contains(fault.sqlState)
                ? new SqlFault(
                        Kind.CONFIGURATION,
                        fault.sqlState,
                        fault.message + "; look at the columns, the constraints and the triggers of the claims table")
                : fault;
    }

    /**
     * Reads a failure to connect or to describe a statement. No value of a record has been sent yet, so the server's own
     * words can be quoted, and none of it can be a fault of a record.
     */
    static SqlFault beforeAnyRecord(String doing, SQLException thrown) {
        SQLException cause = deepest(thrown);
        String state = stateOf(cause);
        Optional<ServerErrorMessage> server = serverMessage(cause);
        boolean outage = kindOf(state, server) == Kind.ENVIRONMENT && !refusedByDriver(state, server);
        Kind kind = outage ? Kind.ENVIRONMENT : Kind.CONFIGURATION;
        String words =
                server.map(said -> said.getMessage() + position(said)).orElse(String.valueOf(cause.getMessage()));
        return new SqlFault(
                kind, state, doing + " failed with " + describe(state) + ": " + words.replaceFirst("\\.$", ""));
    }

    /** Reads what stands in the way of rows though no statement has failed. */
    static SqlFault of(TableFault fault) {
        return fault.remedy() == TableFault.Remedy.CHANGE_SOMETHING
                ? new SqlFault(Kind.CONFIGURATION, "", fault.getMessage())
                : passing(fault.getMessage());
    }

    /** Somebody else was in the way: a new transaction on the same connection will do. */
    static SqlFault passing(String message) {
        return new SqlFault(Kind.ENVIRONMENT, SERIALIZATION_FAILURE, message);
    }

    /** The driver itself doesn't go on: the server asks for a password that it was not given, or for what it hasn't got. */
    private static boolean refusedByDriver(String state, Optional<ServerErrorMessage> server) {
        return state.equals("08004") && server.isEmpty();
    }

    private static Kind kindOf(String state, Optional<ServerErrorMessage> server) {
        if (state.isEmpty() || state.length() != 5) {
            return Kind.ENVIRONMENT;
        }
        String group = state.substring(0, 2);
        if (ENVIRONMENT_CLASSES.contains(group) || OF_ENVIRONMENTS.contains(state)) {
            return Kind.ENVIRONMENT;
        }
        if (server.map(ServerErrorMessage::getRoutine)
                .filter(GIVES_OUT_TRANSACTION_IDS::contains)
                .isPresent()) {
            return Kind.ENVIRONMENT;
        }
        if (group.equals("22")
                || OF_RECORDS.contains(state)
                || server.filter(said -> blamesRecord(state, said)).isPresent()) {
            return Kind.RECORD;
        }
        return Kind.CONFIGURATION;
    }

    /** Whether a state that leaves it open is one of the record, by what else the server says. */
    private static boolean blamesRecord(String state, ServerErrorMessage said) {
        if (state.equals("23514")) {
            return said.getConstraint() != null;
        }
        if (OF_VALUES_OR_STATEMENTS.contains(state)) {
            return said.getInternalQuery() == null;
        }
        return !SERVER_CLASSES.contains(state.substring(0, 2));
    }

    /** Whether the connection can be used again after a rollback. */
    boolean sparesConnection() {
        return kind == Kind.RECORD || Set.of("40001", "40P01", "55P03", "57014").contains(sqlState);
    }

    private static SQLException deepest(SQLException thrown) {
        SQLException here = thrown;
        while (here.getNextException() != null && !(here instanceof PSQLException)) {
            here = here.getNextException();
        }
        return here.getCause() instanceof SQLException inner && !(here instanceof PSQLException) ? inner : here;
    }

    private static String stateOf(SQLException cause) {
        if (cause.getSQLState() != null) {
            return cause.getSQLState();
        }
        return cause.getCause() instanceof IOException ? "08006" : "";
    }

    private static Optional<ServerErrorMessage> serverMessage(SQLException cause) {
        return cause instanceof PSQLException postgres
                ? Optional.ofNullable(postgres.getServerErrorMessage())
                : Optional.empty();
    }

    private static String describe(String state) {
        String name = NAMES.get(state);
        return "SQLSTATE " + (state.isEmpty() ? "unknown" : state) + (name == null ? "" : " (" + name + ")");
    }

    private static String position(ServerErrorMessage server) {
        return server.getPosition() > 0 ? ", at position " + server.getPosition() : "";
    }

    private static String where(Optional<ServerErrorMessage> server) {
        List<String> places = new ArrayList<>();
        server.map(ServerErrorMessage::getConstraint).ifPresent(name -> places.add("constraint " + name));
        server.map(ServerErrorMessage::getTable).ifPresent(name -> places.add("table " + name));
        server.map(ServerErrorMessage::getColumn).ifPresent(name -> places.add("column " + name));
        return places.isEmpty() ? "" : ", " + String.join(", ", places);
    }
}
