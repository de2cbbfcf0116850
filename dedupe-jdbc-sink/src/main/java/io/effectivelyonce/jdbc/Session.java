package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.table.TableFault;
import io.effectivelyonce.jdbc.table.TableWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/**
 * One connection, ready to write: the claims table is there and right, and every statement has been described by the server.
 *
 * <p>Nothing is set on the session itself, since behind a transaction pooler it belongs to everybody: isolation and limits
 * are set inside each transaction, in the message of its first statement.
 */
final class Session implements AutoCloseable {
    /**
     * READ COMMITTED, whatever the database defaults to: only there a claim that had to wait answers "known already" instead
     * of failing. The limits end a transaction that hangs, for its locks hold up the task that took over.
     */
    private static final String BEGINNING =
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '10s';"
                    + " SET LOCAL statement_timeout = '60s'; SET LOCAL idle_in_transaction_session_timeout = '60s';"
                    + " SET LOCAL jit = off";

    /** A commit that a crash of the server forgets would be lost: its offset has moved on. */
    private static final String DURABLE = "; SET LOCAL synchronous_commit = on";

    /**
     * Whatever the URL asks for: the server would suspend a statement after so many rows, and what it would have done for the
     * others would not happen.
     */
    static final int ALL_ROWS = 0;

    private final Connection connection;
    private final Map<String, PreparedCall> calls = new HashMap<>();
    private final Optional<ClaimsConfig> claims;
    private final PreparedStatement beginning;
    private final Optional<PreparedStatement> trusting;
    private final Optional<TableWriter> tables;

    private Session(Connection connection, JdbcSinkConfig config) throws SQLException, WriteFailedException {
        this.connection = connection;
        this.claims = config.claims();
        if (claims.isPresent()) {
            prepare(new ClaimsTable(claims.get()));
        }
        for (StatementConfig statement : config.statements()) {
            describe(statement);
        }
        this.tables = config.table().map(rows -> new TableWriter(connection, () -> connect(config.connection()), rows));
        if (tables.isPresent()) {
            begin(tables.get());
        }
        String begin = settings();
        this.beginning = connection.prepareStatement(
                claims.map(one -> begin + "; " + new ClaimsTable(one).claim()).orElse(begin));
        this.trusting = claims.isPresent()
                ? Optional.of(connection.prepareStatement(begin + "; " + new ClaimsTable(claims.get()).claimAll()))
                : Optional.empty();
        beginning.setFetchSize(ALL_ROWS);
        connection.setAutoCommit(false);
    }

    /** Connects and looks at everything that the configuration names. */
    static Session open(JdbcSinkConfig config) throws WriteFailedException {
        Connection connection = null;
        try {
            connection = connect(config.connection());
            return new Session(connection, config);
        } catch (SQLException e) {
            closeQuietly(connection);
            throw new WriteFailedException(SqlFault.beforeAnyRecord("connecting to the database", e));
        } catch (WriteFailedException e) {
            closeQuietly(connection);
            throw e;
        }
    }

    /** The driver is asked directly: the manager of drivers doesn't see into the class loaders of plugins. */
    static Connection connect(ConnectionSettings settings) throws SQLException {
        return new Driver().connect(settings.url(), settings.properties());
    }

    private void prepare(ClaimsTable table) throws WriteFailedException {
        try {
            if (claims.orElseThrow().create() && !table.exists(connection)) {
                table.create(connection);
            }
            Optional<String> problem = table.problem(connection);
            if (problem.isPresent()) {
                throw new WriteFailedException(new SqlFault(SqlFault.Kind.CONFIGURATION, "", problem.get()));
            }
        } catch (SQLException e) {
            throw new WriteFailedException(SqlFault.beforeAnyRecord(
                    "preparing claims table " + claims.orElseThrow().table(), e));
        }
    }

    private void describe(StatementConfig statement) throws WriteFailedException {
        try {
            calls.put(statement.name(), PreparedCall.describe(connection, statement));
        } catch (SQLException e) {
            throw new WriteFailedException(SqlFault.beforeAnyRecord("statement '" + statement + "'", e));
        }
    }

    private static void begin(TableWriter tables) throws WriteFailedException {
        try {
            tables.begin();
        } catch (SQLException e) {
            throw new WriteFailedException(SqlFault.beforeAnyRecord("preparing the guard table", e));
        } catch (TableFault e) {
            throw new WriteFailedException(SqlFault.of(e));
        }
    }

    private String settings() throws SQLException {
        try (Statement ask = connection.createStatement();
                ResultSet answer = ask.executeQuery("SHOW synchronous_commit")) {
            return answer.next() && answer.getString(1).equals("off") ? BEGINNING + DURABLE : BEGINNING;
        }
    }

    /** Begins a transaction without claims. */
    void begin() throws SQLException {
        beginning.execute();
    }

    /**
     * Begins a transaction and claims these events, all in one message.
     *
     * @param ids in the order that every task keeps
     * @return those that are new; the others had their effect before
     */
    Set<EventId> beginAndClaim(Collection<EventId> ids) throws SQLException {
        bind(beginning, ids);
        Set<EventId> fresh = new HashSet<>();
        boolean rows = beginning.execute();
        while (rows || beginning.getUpdateCount() != -1) {
            if (rows) {
                try (ResultSet claimed = beginning.getResultSet()) {
                    while (claimed.next()) {
                        fresh.add(claims.orElseThrow().type().parse(claimed.getString(1)));
                    }
                }
            }
            rows = beginning.getMoreResults();
        }
        return fresh;
    }

    /**
     * Begins a transaction and claims these events, none of which may be claimed already, all in one message.
     *
     * @return how many were claimed
     */
    int beginAndClaimAll(Collection<EventId> ids) throws SQLException {
        PreparedStatement claim = trusting.orElseThrow();
        bind(claim, ids);
        claim.execute();
        int claimed = 0;
        while (claim.getUpdateCount() != -1) {
            claimed = claim.getUpdateCount();
            claim.getMoreResults();
        }
        return claimed;
    }

    private void bind(PreparedStatement claim, Collection<EventId> ids) throws SQLException {
        ClaimsConfig how = claims.orElseThrow();
        claim.setString(1, how.consumer());
        claim.setArray(
                2,
                connection.createArrayOf(
                        how.type().columnType(), ids.stream().map(EventId::text).toArray()));
    }

    /** Who writes rows; there in table mode. */
    Optional<TableWriter> tables() {
        return tables;
    }

    PreparedCall call(StatementConfig statement) {
        return calls.get(statement.name());
    }

    /** Several statements as one message, parsed for this one time. */
    PreparedStatement together(List<PreparedCall> calls) throws SQLException {
        PreparedStatement together = connection.prepareStatement(
                calls.stream().map(PreparedCall::sql).collect(Collectors.joining("\n;\n")));
        together.setFetchSize(ALL_ROWS);
        together.unwrap(PGStatement.class).setPrepareThreshold(0);
        return together;
    }

    void commit() throws SQLException {
        connection.commit();
    }

    /** Undoes the transaction. */
    void undo() throws SQLException {
        for (PreparedCall call : calls.values()) {
            call.forgetBatch();
        }
        connection.rollback();
    }

    /** Undoes the transaction. If that fails, the connection is of no use any more. */
    boolean rollback() {
        try {
            undo();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Ends whatever the server is doing for this session, and the connection. May be called by any thread; may block. */
    void abort() {
        try {
            connection.unwrap(PGConnection.class).cancelQuery();
        } catch (SQLException e) {
            // Without an answer the connection is cut all the same.
        } finally {
            cut();
        }
    }

    /** Ends the connection, and leaves the server to finish what it is doing. May be called by any thread; may block. */
    void cut() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // There is nothing left to cut.
        }
    }

    @Override
    public void close() {
        closeQuietly(connection);
    }

    private static void closeQuietly(Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // It is closed as far as this side can do it.
        }
    }
}
