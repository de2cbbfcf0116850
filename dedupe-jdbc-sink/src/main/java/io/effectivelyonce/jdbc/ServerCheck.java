package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.OffsetsConfig;
import io.effectivelyonce.jdbc.offsets.OffsetsTable;
import io.effectivelyonce.jdbc.spelling.TableName;
import io.effectivelyonce.jdbc.table.TableCheck;
import io.effectivelyonce.jdbc.table.TableKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks the database what it thinks of a configuration, and hangs each answer on the option that causes it. */
final class ServerCheck {
    /** Connect's REST API gives up on a validation after a while; people wait for it. */
    private static final Duration AT_MOST = Duration.ofSeconds(10);

    /** Leaves time to say which step it was that took so long. */
    private static final int STEP_SECONDS = 4;

    /**
     * A statement that waits for a table's lock doesn't notice that its connection was closed: without limits its backend
     * would stay in the line for the lock, and hold up everybody behind it, long after the answer was given.
     */
    private static final String BOUNDS = "SET LOCAL lock_timeout = '1s'; SET LOCAL statement_timeout = '3s'";

    /** The driver's state for a server that asks for what the driver has not, such as a password. */
    private static final String REJECTED = "08004";

    /** What only planning a statement shows, whatever its parameters are, and what to do about it. */
    private static final Map<String, String> PLANNED = Map.of(
            "42501", "grant it to the role",
            "42P10", "create the unique index, or name the columns of one that is there");

    private static final String READ_ONLY =
            "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean";

    private final JdbcSinkConfig config;
    private final Map<String, String> problems = new LinkedHashMap<>();

    private ServerCheck(JdbcSinkConfig config) {
        this.config = config;
    }

    static boolean wanted(Map<String, String> config) {
        return Boolean.parseBoolean(config.getOrDefault(ConnectionOptions.VALIDATE, "true"));
    }

    /** The problems, each on its key, within 10 seconds. */
    static Map<String, String> problems(JdbcSinkConfig config) {
        CompletableFuture<Map<String, String>> answer = new CompletableFuture<>();
        Thread asking = new Thread(
                () -> {
                    try {
                        answer.complete(new ServerCheck(config).ask());
                    } catch (RuntimeException e) {
                        answer.completeExceptionally(e);
                    }
                },
                "dedupe-jdbc-sink-validate");
        asking.setDaemon(true);
        asking.start();
        try {
            return answer.get(AT_MOST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return unanswered("the database did not answer within " + AT_MOST.toSeconds() + " seconds");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unanswered("the check was interrupted");
        } catch (ExecutionException e) {
            return unanswered("the check failed (" + e.getCause().getClass().getSimpleName() + ")");
        }
    }

    private static Map<String, String> unanswered(String what) {
        return Map.of(
                ConnectionOptions.URL,
                what + "; " + ConnectionOptions.VALIDATE
                        + "=false applies a configuration without asking the database");
    }

    private Map<String, String> ask() {
        try (Connection connection = Session.connect(config.connection().within(STEP_SECONDS))) {
            connection.setAutoCommit(false);
            askForWriting(connection);
            Pooler pooler = new Pooler(config.connection().within(STEP_SECONDS));
            ask(connection, pooler.key(), "looking for a pooler", () -> pooler.problem(connection));
            if (config.claims().isPresent()) {
                askForTable(connection, config.claims().get());
            }
            if (config.table().isPresent()) {
                askForRows(connection, new TableCheck(config.table().get(), connection));
            }
            if (config.offsets().isPresent()) {
                askForTable(connection, config.offsets().get());
            }
            for (StatementConfig statement : config.statements()) {
                askFor(connection, statement);
            }
        } catch (SQLException e) {
            unreachable(SqlFault.beforeAnyRecord("connecting to the database", e));
        }
        return problems;
    }

    private void askForWriting(Connection connection) throws SQLException {
        ask(connection, ConnectionOptions.URL, "looking at the server", () -> {
            try (Statement ask = connection.createStatement();
                    ResultSet answer = ask.executeQuery(READ_ONLY)) {
                return answer.next() && answer.getBoolean(1)
                        ? Optional.of("the server takes no writes: it is a standby, or its transactions are read-only;"
                                + " name the primary, or several hosts with targetServerType=primary")
                        : Optional.empty();
            }
        });
    }

    private void askForTable(Connection connection, ClaimsConfig claims) throws SQLException {
        ClaimsTable table = new ClaimsTable(claims);
        ask(connection, DedupeOptions.TABLE, "looking at claims table " + claims.table(), () -> {
            Optional<String> problem = table.problem(connection);
            return problem.isPresent() || table.exists(connection) ? problem : table.creationProblem(connection);
        });
    }

    private void askForRows(Connection connection, TableCheck check) throws SQLException {
        ask(connection, TableKeys.GUARD_TABLE, "looking at the guard table", () -> {
            problems.putAll(check.guardProblems());
            return Optional.empty();
        });
        for (TableName table : check.tables()) {
            ask(connection, TableKeys.TABLE_NAME_FORMAT, "looking at table " + table, () -> {
                problems.putAll(check.problems(table));
                return Optional.empty();
            });
        }
    }

    private void askForTable(Connection connection, OffsetsConfig offsets) throws SQLException {
        OffsetsTable table = new OffsetsTable(offsets);
        ask(connection, OffsetOptions.TABLE, "looking at offsets table " + offsets.shown(), () -> {
            Optional<String> problem = table.problem(connection);
            return problem.isPresent() || table.exists(connection)
                    ? problem
                    : OwnTables.creationProblem(
                            connection, TableName.parse(offsets.table()), "offsets table", table.definition());
        });
    }

    private void askFor(Connection connection, StatementConfig statement) throws SQLException {
        ask(connection, StatementOptions.sqlOf(statement.name()), "statement '" + statement + "'", () -> {
            PreparedCall.describe(connection, statement);
            return planned(connection, statement);
        });
    }

    /**
     * To describe a statement the server asks for no privileges and looks for no index of a conflict target; to explain it it
     * does. Whatever else it finds then, with nothing but NULLs for the parameters, says nothing about the statement.
     */
    private static Optional<String> planned(Connection connection, StatementConfig statement) throws SQLException {
        if (statement.sql().verb().equals("CALL")) {
            return Optional.empty();
        }
        try (PreparedStatement explain =
                connection.prepareStatement("EXPLAIN " + statement.sql().driverText())) {
            for (int i = 1; i <= statement.sql().parameters().size(); i++) {
                explain.setNull(i, Types.OTHER);
            }
            explain.execute();
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.ofNullable(e.getSQLState())
                    .map(PLANNED::get)
                    .map(remedy -> SqlFault.beforeAnyRecord("statement '" + statement + "'", e)
                                    .message()
                            + "; " + remedy);
        }
    }

    /** A question to the server, and what its answer says is wrong. */
    private interface Question {
        Optional<String> ask() throws SQLException;
    }

    /** Asks in a transaction of its own, which ends as if nothing had been asked. */
    private void ask(Connection connection, String key, String doing, Question question) throws SQLException {
        try (Statement bounds = connection.createStatement()) {
            bounds.execute(BOUNDS);
            question.ask().ifPresent(problem -> problems.put(key, problem));
        } catch (SQLException e) {
            problems.put(key, SqlFault.beforeAnyRecord(doing, e).message());
        } finally {
            if (!connection.isClosed()) {
                connection.rollback();
            }
        }
    }

    private void unreachable(SqlFault fault) {
        if (fault.sqlState().startsWith("28")) {
            problems.put(ConnectionOptions.USER, fault.message());
            problems.put(ConnectionOptions.PASSWORD, "the database refused the role and this password");
        } else if (fault.sqlState().equals(REJECTED) && !config.connection().hasPassword()) {
            problems.put(
                    ConnectionOptions.PASSWORD,
                    ConnectionOptions.PASSWORD + " is missing, and the server asks for one: " + fault.message());
        } else {
            problems.putAll(unanswered(fault.message()));
        }
    }
}
