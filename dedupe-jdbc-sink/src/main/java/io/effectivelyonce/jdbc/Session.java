package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.Moves;
import io.effectivelyonce.jdbc.offsets.OffsetsConfig;
import io.effectivelyonce.jdbc.offsets.OffsetsTable;
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
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.postgresql.Driver;
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
    private final Optional<OffsetsConfig> offsets;
    private final PreparedStatement beginning;
    private final Optional<PreparedStatement> trusting;

    private Session(Connection connection, JdbcSinkConfig config) throws SQLException, WriteFailedException {
        this.connection = connection;
        this.claims = config.claims();
        this.offsets = config.offsets();
        String begin = settings()
                + offsets.map(one -> "; " + new OffsetsTable(one).move()).orElse("");
        if (claims.isPresent()) {
            prepare(new ClaimsTable(claims.get()));
        }
        if (offsets.isPresent()) {
            prepare(offsets.get());
        }
        for (StatementConfig statement : config.statements()) {
            describe(statement);
        }
        this.beginning = connection.prepareStatement(
                claims.map(one -> begin + "; " + new ClaimsTable(one).claim()).orElse(begin));
        this.trusting = claims.isPresent()
                ? Optional.of(connection.prepareStatement(begin + "; " + new ClaimsTable(claims.get()).claimAll()))
                : Optional.empty();
        beginning.setFetchSize(ALL_ROWS);
        connection.setAutoCommit(false);
    }

    /**
     * Connects and looks at everything that the configuration names.
     *
     * @param connected is told of the connection at once, so that what hangs after that can be cut
     */
    static Session open(JdbcSinkConfig config, ConnectionSettings settings, Consumer<Connection> connected)
            throws WriteFailedException {
        Connection connection = null;
        try {
            connection = connect(settings);
            connected.accept(connection);
            new Pooler(settings).adapt(connection);
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

    private void prepare(OffsetsConfig config) throws WriteFailedException {
        OffsetsTable table = new OffsetsTable(config);
        try {
            if (config.create() && !table.exists(connection)) {
                OwnTables.create(connection, config.shown(), table.definition());
            }
            Optional<String> problem = table.problem(connection);
            if (problem.isPresent()) {
                throw new WriteFailedException(new SqlFault(SqlFault.Kind.CONFIGURATION, "", problem.get()));
            }
        } catch (SQLException e) {
            throw new WriteFailedException(SqlFault.beforeAnyRecord("preparing offsets table " + config.shown(), e));
        }
    }

    private void describe(StatementConfig statement) throws WriteFailedException {
        try {
            calls.put(statement.name(), PreparedCall.describe(connection, statement));
        } catch (SQLException e) {
            throw new WriteFailedException(SqlFault.beforeAnyRecord("statement '" + statement + "'", e));
        }
    }

    private String settings() throws SQLException {
        try (Statement ask = connection.createStatement();
                ResultSet answer = ask.executeQuery("SHOW synchronous_commit")) {
            return answer.next() && answer.getString(1).equals("off") ? BEGINNING + DURABLE : BEGINNING;
        }
    }

    /**
     * Begins a transaction without claims.
     *
     * @param moves the offsets that it moves; there if and only if offsets are kept
     */
    void begin(Optional<Moves> moves) throws SQLException {
        bind(beginning, moves);
        start(beginning, moves, Set.of());
    }

    /**
     * Begins a transaction, moves offsets and claims these events, all in one message.
     *
     * @param ids in the order that every task keeps
     * @return those that are new; the others had their effect before
     */
    Set<EventId> beginAndClaim(Optional<Moves> moves, Collection<EventId> ids) throws SQLException {
        bind(beginning, moves);
        bind(beginning, ids);
        Set<EventId> fresh = new HashSet<>();
        start(beginning, moves, fresh);
        return fresh;
    }

    /**
     * Begins a transaction, moves offsets and claims these events, none of which may be claimed already, all in one message.
     *
     * @return how many were claimed
     */
    int beginAndClaimAll(Optional<Moves> moves, Collection<EventId> ids) throws SQLException {
        PreparedStatement claim = trusting.orElseThrow();
        bind(claim, moves);
        bind(claim, ids);
        return start(claim, moves, Set.of());
    }

    /** Sends the first message and reads its answers, whose last count it gives back. */
    private int start(PreparedStatement message, Optional<Moves> moves, Set<EventId> fresh) throws SQLException {
        int count = 0;
        Optional<Moves> unread = moves;
        boolean rows = message.execute();
        while (rows || message.getUpdateCount() != -1) {
            if (!rows) {
                count = message.getUpdateCount();
            } else if (unread.isPresent()) {
                try (ResultSet before = message.getResultSet()) {
                    unread.get().read(before);
                }
                unread = Optional.empty();
            } else {
                readClaims(message, fresh);
            }
            rows = message.getMoreResults();
        }
        return count;
    }

    private void readClaims(PreparedStatement message, Set<EventId> fresh) throws SQLException {
        try (ResultSet claimed = message.getResultSet()) {
            while (claimed.next()) {
                fresh.add(claims.orElseThrow().type().parse(claimed.getString(1)));
            }
        }
    }

    private static void bind(PreparedStatement message, Optional<Moves> moves) throws SQLException {
        if (moves.isPresent()) {
            moves.get().bind(message);
        }
    }

    private void bind(PreparedStatement claim, Collection<EventId> ids) throws SQLException {
        ClaimsConfig how = claims.orElseThrow();
        int before = offsets.isPresent() ? OffsetsTable.PARAMETERS : 0;
        claim.setString(before + 1, how.consumer());
        claim.setArray(
                before + 2,
                connection.createArrayOf(
                        how.type().columnType(), ids.stream().map(EventId::text).toArray()));
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

    boolean closed() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
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
