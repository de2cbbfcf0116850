package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.retention.DayPartitions;
import io.effectivelyonce.jdbc.retention.Horizon;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
    private final Optional<DayPartitions> partitions;

    private Session(Connection connection, JdbcSinkConfig config) throws SQLException, WriteFailedException {
        this.connection = connection;
        this.claims = config.claims();
        this.partitions = claims.filter(ClaimsConfig::daily).map(one -> new DayPartitions(one.table()));
        if (claims.isPresent()) {
            prepare(new ClaimsTable(claims.get()));
        }
        for (StatementConfig statement : config.statements()) {
            describe(statement);
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
            Optional<Horizon> horizon = claims.orElseThrow().horizon();
            if (horizon.isPresent()) {
                horizon.get().begin(connection);
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
     * What the server says to claims.
     *
     * @param fresh the ids that were claimed now
     * @param forgottenBefore the day before which claims may be gone
     */
    record Answer(Set<EventId> fresh, Optional<LocalDate> forgottenBefore) {}

    /**
     * Begins a transaction and claims these events, all in one message.
     *
     * @param ids in the order that every task keeps, each with the day of the event where claims know it
     * @return those that are new; the others had their effect before
     */
    Answer beginAndClaim(Map<EventId, Optional<LocalDate>> ids) throws SQLException {
        bind(beginning, ids);
        bindHorizon(beginning);
        Set<EventId> fresh = new HashSet<>();
        boolean rows = beginning.execute();
        while (!rows) {
            rows = beginning.getMoreResults();
        }
        readIds(beginning, fresh);
        beginning.getMoreResults();
        return new Answer(fresh, forgottenBefore(beginning));
    }

    /**
     * Begins a transaction and claims these events, none of which may be claimed already, all in one message.
     *
     * @return empty if the server claimed another number of them
     */
    Optional<Answer> beginAndClaimAll(Map<EventId, Optional<LocalDate>> ids) throws SQLException {
        PreparedStatement claim = trusting.orElseThrow();
        bind(claim, ids);
        bindHorizon(claim);
        claim.execute();
        int claimed = 0;
        while (claim.getUpdateCount() != -1) {
            claimed = claim.getUpdateCount();
            claim.getMoreResults();
        }
        Optional<LocalDate> forgottenBefore = forgottenBefore(claim);
        return claimed == ids.size()
                ? Optional.of(new Answer(new HashSet<>(ids.keySet()), forgottenBefore))
                : Optional.empty();
    }

    /** Which of these are claimed. */
    Set<EventId> lookUp(Map<EventId, Optional<LocalDate>> ids) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(new ClaimsTable(claims.orElseThrow()).lookUp())) {
            bind(ask, ids);
            ask.execute();
            Set<EventId> claimed = new HashSet<>();
            readIds(ask, claimed);
            return claimed;
        }
    }

    private void readIds(PreparedStatement ran, Set<EventId> into) throws SQLException {
        try (ResultSet row = ran.getResultSet()) {
            while (row.next()) {
                into.add(claims.orElseThrow().type().parse(row.getString(1)));
            }
        }
    }

    /** The answer to the question that follows the claims. */
    private static Optional<LocalDate> forgottenBefore(PreparedStatement ran) throws SQLException {
        try (ResultSet answer = ran.getResultSet()) {
            return answer != null && answer.next()
                    ? Optional.ofNullable(answer.getString(1)).map(LocalDate::parse)
                    : Optional.empty();
        }
    }

    private void bind(PreparedStatement claim, Map<EventId, Optional<LocalDate>> ids) throws SQLException {
        ClaimsConfig how = claims.orElseThrow();
        claim.setString(1, how.consumer());
        claim.setArray(
                2,
                connection.createArrayOf(
                        how.type().columnType(),
                        ids.keySet().stream().map(EventId::text).toArray()));
        if (how.retention().isPresent()) {
            claim.setArray(
                    3,
                    connection.createArrayOf(
                            "date",
                            ids.values().stream()
                                    .map(day -> day.orElseThrow().toString())
                                    .toArray()));
        }
    }

    /** The question that follows the claims where they know days. */
    private void bindHorizon(PreparedStatement claim) throws SQLException {
        ClaimsConfig how = claims.orElseThrow();
        if (how.retention().isPresent()) {
            claim.setString(4, how.consumer());
        }
    }

    /** Makes the partitions of these days, if claims lie in partitions and they are missing. */
    void provideFor(Collection<Optional<LocalDate>> days) throws WriteFailedException {
        if (partitions.isEmpty()) {
            return;
        }
        Set<LocalDate> wanted = days.stream().flatMap(Optional::stream).collect(Collectors.toCollection(TreeSet::new));
        try {
            partitions.get().provide(connection, wanted);
        } catch (SQLException e) {
            throw new WriteFailedException(SqlFault.beforeAnyRecord(
                    "adding a partition to claims table " + claims.orElseThrow().table(), e));
        }
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
