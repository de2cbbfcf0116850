package io.effectivelyonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
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
            if (config.claims().isPresent()) {
                askForTable(connection, config.claims().get());
            }
            for (StatementConfig statement : config.statements()) {
                askFor(connection, statement);
            }
        } catch (SQLException e) {
            unreachable(SqlFault.beforeAnyRecord("connecting to the database", e));
        }
        return problems;
    }

    private void askForTable(Connection connection, ClaimsConfig claims) {
        ClaimsTable table = new ClaimsTable(claims);
        try {
            Optional<String> problem = table.problem(connection);
            if (problem.isEmpty() && !table.exists(connection)) {
                problem = table.creationProblem(connection);
            }
            problem.ifPresent(text -> problems.put(DedupeOptions.TABLE, text));
        } catch (SQLException e) {
            problems.put(
                    DedupeOptions.TABLE,
                    SqlFault.beforeAnyRecord("looking at claims table " + claims.table(), e)
                            .message());
        }
    }

    private void askFor(Connection connection, StatementConfig statement) {
        try {
            PreparedCall.describe(connection, statement);
        } catch (SQLException e) {
            problems.put(
                    StatementOptions.sqlOf(statement.name()),
                    SqlFault.beforeAnyRecord("statement '" + statement + "'", e).message());
        }
    }

    private void unreachable(SqlFault fault) {
        if (fault.sqlState().startsWith("28")) {
            problems.put(ConnectionOptions.USER, fault.message());
            problems.put(ConnectionOptions.PASSWORD, "the database refused the role and this password");
        } else {
            problems.putAll(unanswered(fault.message()));
        }
    }
}
