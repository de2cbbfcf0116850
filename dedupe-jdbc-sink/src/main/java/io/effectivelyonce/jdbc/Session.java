package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.OffsetsConfig;
import io.effectivelyonce.jdbc.offsets.OffsetsTable;
import io.effectivelyonce.jdbc.retention.DayPartitions;
import io.effectivelyonce.jdbc.retention.Horizon;
import io.effectivelyonce.jdbc.table.TableFault;
import io.effectivelyonce.jdbc.table.TableWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
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
     * Whatever the URL asks for: the server would suspend a statement after so many rows, and what it would have done for the
     * others would not happen.
     */
    static final int ALL_ROWS = 0;

    private final Connection connection;
    private final Map<String, PreparedCall> calls = new HashMap<>();
    private final Optional<ClaimsConfig> claims;
    private final FirstMessage first;
    private final Optional<DayPartitions> partitions;
    private final Optional<TableWriter> tables;

    private Session(Connection connection, JdbcSinkConfig config, ConnectionSettings settings)
            throws SQLException, WriteFailedException {
        this.connection = connection;
        this.claims = config.claims();
        this.partitions = claims.filter(ClaimsConfig::daily).map(one -> new DayPartitions(one.table()));
        if (claims.isPresent()) {
            prepare(new ClaimsTable(claims.get()));
        }
        if (config.offsets().isPresent()) {
            prepare(config.offsets().get());
        }
        for (StatementConfig statement : config.statements()) {
            describe(statement);
        }
        this.tables = config.table().map(rows -> new TableWriter(connection, () -> connectBeside(settings), rows));
        if (tables.isPresent()) {
            begin(tables.get());
        }
        this.first = FirstMessage.prepare(connection, config);
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

    /** What begins each transaction. */
    FirstMessage first() {
        return first;
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
