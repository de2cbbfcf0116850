package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.Moves;
import io.effectivelyonce.jdbc.offsets.OffsetsConfig;
import io.effectivelyonce.jdbc.offsets.OffsetsTable;
import io.effectivelyonce.jdbc.retention.DayPartitions;
import io.effectivelyonce.jdbc.retention.Horizon;
import io.effectivelyonce.jdbc.table.TableFault;
import io.effectivelyonce.jdbc.table.TableWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

    /**
     * Deferred constraints would let an event through because of a later one in its batch, and blame all of them for one. So
     * they are checked with each statement; an event that breaks one for a while fails like that, and is tried alone, where
     * they are checked when it ends.
     */
    private static final String AT_ONCE = "; SET CONSTRAINTS ALL IMMEDIATE";

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
    private final Beginning several;
    private final Beginning single;
    private final Optional<DayPartitions> partitions;
    private final Optional<TableWriter> tables;
    private final Optional<OffsetsConfig> offsets;

    private Session(Connection connection, JdbcSinkConfig config, ConnectionSettings settings)
            throws SQLException, WriteFailedException {
        this.connection = connection;
        this.claims = config.claims();
        this.offsets = config.offsets();
        this.partitions = claims.filter(ClaimsConfig::daily).map(one -> new DayPartitions(one.table()));
        if (claims.isPresent()) {
            prepare(new ClaimsTable(claims.get()));
        }
        if (offsets.isPresent()) {
            prepare(offsets.get());
        }
        for (StatementConfig statement : config.statements()) {
            describe(statement);
        }
        this.tables = config.table().map(rows -> new TableWriter(connection, () -> connectBeside(settings), rows));
        if (tables.isPresent()) {
            begin(tables.get());
        }
        String begin = BEGINNING + "; SET LOCAL TimeZone = '" + config.timeZone() + "'" + durability();
        String move = offsets.map(one -> "; " + new OffsetsTable(one).move()).orElse("");
        this.several = beginning(begin + AT_ONCE + move);
        this.single = beginning(begin + move);
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
            return new Session(connection, config, settings);
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

    /** Another connection than the writer's, as fit for what may stand in front of the server. */
    static Connection connectBeside(ConnectionSettings settings) throws SQLException {
        Connection connection = connect(settings);
        try {
            new Pooler(settings).adapt(connection);
            return connection;
        } catch (SQLException e) {
            closeQuietly(connection);
            throw e;
        }
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

    private static void begin(TableWriter tables) throws WriteFailedException {
        try {
            tables.begin();
        } catch (SQLException e) {
            throw new WriteFailedException(SqlFault.beforeAnyRecord("preparing the guard table", e));
        } catch (TableFault e) {
            throw new WriteFailedException(SqlFault.of(e));
        }
    }

    private String durability() throws SQLException {
        try (Statement ask = connection.createStatement();
                ResultSet answer = ask.executeQuery("SHOW synchronous_commit")) {
            return answer.next() && answer.getString(1).equals("off") ? DURABLE : "";
        }
    }

    /**
     * The first message of a transaction.
     *
     * @param careful without claims, or with those that leave alone what is claimed already
     * @param trusting with claims that fail if one is not new
     */
    private record Beginning(PreparedStatement careful, Optional<PreparedStatement> trusting) {}

    private Beginning beginning(String settings) throws SQLException {
        Optional<ClaimsTable> table = claims.map(ClaimsTable::new);
        PreparedStatement careful = connection.prepareStatement(
                table.map(one -> settings + "; " + one.claim()).orElse(settings));
        careful.setFetchSize(ALL_ROWS);
        return new Beginning(
                careful,
                table.isPresent()
                        ? Optional.of(connection.prepareStatement(
                                settings + "; " + table.get().claimAll()))
                        : Optional.empty());
    }

    private Beginning of(boolean alone) {
        return alone ? single : several;
    }

    /**
     * Begins a transaction without claims.
     *
     * @param moves the offsets that it moves; there if and only if offsets are kept
     * @param alone whether it is for one event alone
     */
    void begin(Optional<Moves> moves, boolean alone) throws SQLException {
        PreparedStatement beginning = of(alone).careful();
        bind(beginning, moves);
        start(beginning, moves);
    }

    /** Sends the first message of a transaction, and reads what the table of offsets held before. */
    private static Answers start(PreparedStatement message, Optional<Moves> moves) throws SQLException {
        Answers answers = Answers.to(message);
        if (moves.isPresent()) {
            answers.rows(moves.get()::read);
        }
        return answers;
    }

    private static void bind(PreparedStatement message, Optional<Moves> moves) throws SQLException {
        if (moves.isPresent()) {
            moves.get().bind(message);
        }
    }

    /**
     * What the server says to claims.
     *
     * @param fresh the ids that were claimed now
     * @param forgottenBefore the day before which claims may be gone
     */
    record Answer(Set<EventId> fresh, Optional<LocalDate> forgottenBefore) {}

    /**
     * Begins a transaction, moves offsets and claims these events, all in one message.
     *
     * @param ids in the order that every task keeps, each with the day of the event where claims know it
     * @param alone whether it is for one event alone
     * @return those that are new; the others had their effect before
     */
    Answer beginAndClaim(Optional<Moves> moves, Map<EventId, Optional<LocalDate>> ids, boolean alone)
            throws SQLException {
        PreparedStatement claim = of(alone).careful();
        bindClaims(claim, moves, ids);
        Set<EventId> fresh = new HashSet<>();
        Answers answers = start(claim, moves);
        answers.rows(rows -> readIds(rows, fresh));
        return new Answer(fresh, forgottenBefore(answers));
    }

    /**
     * Begins a transaction, moves offsets and claims these events, none of which may be claimed already, all in one message.
     *
     * @return empty if the server claimed another number of them
     */
    Optional<Answer> beginAndClaimAll(Optional<Moves> moves, Map<EventId, Optional<LocalDate>> ids, boolean alone)
            throws SQLException {
        PreparedStatement claim = of(alone).trusting().orElseThrow();
        bindClaims(claim, moves, ids);
        Answers answers = start(claim, moves);
        int claimed = answers.counts();
        Optional<LocalDate> forgottenBefore = forgottenBefore(answers);
        return claimed == ids.size()
                ? Optional.of(new Answer(new HashSet<>(ids.keySet()), forgottenBefore))
                : Optional.empty();
    }

    private void bindClaims(PreparedStatement claim, Optional<Moves> moves, Map<EventId, Optional<LocalDate>> ids)
            throws SQLException {
        bind(claim, moves);
        int before = offsets.isPresent() ? OffsetsTable.PARAMETERS : 0;
        bind(claim, before, ids);
        bindHorizon(claim, before);
    }

    /** Which of these are claimed. */
    Set<EventId> lookUp(Map<EventId, Optional<LocalDate>> ids) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(new ClaimsTable(claims.orElseThrow()).lookUp())) {
            bind(ask, 0, ids);
            Set<EventId> claimed = new HashSet<>();
            Answers.to(ask).rows(rows -> readIds(rows, claimed));
            return claimed;
        }
    }

    private void readIds(ResultSet rows, Set<EventId> into) throws SQLException {
        while (rows.next()) {
            into.add(claims.orElseThrow().type().parse(rows.getString(1)));
        }
    }

    /** The answer to the question that follows the claims where they know days. */
    private Optional<LocalDate> forgottenBefore(Answers answers) throws SQLException {
        List<LocalDate> told = new ArrayList<>();
        if (claims.orElseThrow().retention().isPresent()) {
            answers.rows(rows -> {
                if (rows.next() && rows.getString(1) != null) {
                    told.add(LocalDate.parse(rows.getString(1)));
                }
            });
        }
        return told.stream().findFirst();
    }

    private void bind(PreparedStatement claim, int before, Map<EventId, Optional<LocalDate>> ids) throws SQLException {
        ClaimsConfig how = claims.orElseThrow();
        claim.setString(before + 1, how.consumer());
        claim.setArray(
                before + 2,
                connection.createArrayOf(
                        how.type().columnType(),
                        ids.keySet().stream().map(EventId::text).toArray()));
        if (how.retention().isPresent()) {
            claim.setArray(
                    before + 3,
                    connection.createArrayOf(
                            "date",
                            ids.values().stream()
                                    .map(day -> day.orElseThrow().toString())
                                    .toArray()));
        }
    }

    /** The question that follows the claims where they know days. */
    private void bindHorizon(PreparedStatement claim, int before) throws SQLException {
        ClaimsConfig how = claims.orElseThrow();
        if (how.retention().isPresent()) {
            claim.setString(before + 4, how.consumer());
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
