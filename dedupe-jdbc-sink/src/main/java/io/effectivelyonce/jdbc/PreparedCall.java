package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.ServerType;
import io.effectivelyonce.jdbc.spelling.ValueText;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.Root;
import io.effectivelyonce.spine.select.Selected;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A configured statement on one connection, as the server described it. */
final class PreparedCall {
    private final StatementConfig statement;
    private final PreparedStatement prepared;
    private final List<ServerType> types;
    private final boolean returnsRows;
    private final Optional<SetInsert> asSet;

    private PreparedCall(
            StatementConfig statement,
            PreparedStatement prepared,
            List<ServerType> types,
            boolean returnsRows,
            Optional<SetInsert> asSet) {
        this.statement = statement;
        this.prepared = prepared;
        this.types = types;
        this.returnsRows = returnsRows;
        this.asSet = asSet;
    }

    /** Has the server describe the statement: that finds missing tables and columns before any record is at stake. */
    static PreparedCall describe(Connection connection, StatementConfig statement) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(statement.sql().driverText());
        prepared.setFetchSize(Session.ALL_ROWS);
        ParameterMetaData parameters = prepared.getParameterMetaData();
        List<String> types = new ArrayList<>();
        for (int i = 1; i <= statement.sql().parameters().size(); i++) {
            types.add(parameters.getParameterTypeName(i));
        }
        return new PreparedCall(
                statement,
                prepared,
                ServerType.named(connection, types),
                returnsRows(connection, statement.sql().driverText()),
                SetInsert.of(connection, statement, types));
    }

    /**
     * The driver gives what it describes in this way a name at the server, and would leave it there: on a server process that a
     * pooler hands to somebody else next, whose names are the same. So it is done and cleared away in one transaction.
     */
    private static boolean returnsRows(Connection connection, String sql) throws SQLException {
        boolean autocommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement command = connection.createStatement();
                PreparedStatement described = connection.prepareStatement(sql)) {
            // a description alone would not begin the transaction
            command.execute("SELECT 1");
            boolean rows = described.getMetaData() != null;
            command.execute("DEALLOCATE ALL");
            return rows;
        } finally {
            if (autocommit && !connection.isClosed()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    /** The statement for the driver. */
    String sql() {
        return statement.sql().driverText();
    }

    int parameters() {
        return types.size();
    }

    /** Binds to the places of a statement that may have others in it, after {@code offset} places of those. */
    void bind(PreparedStatement target, int offset, List<Selected> arguments) throws SQLException {
        List<String> texts = texts(arguments);
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i) == null) {
                target.setNull(offset + i + 1, Types.OTHER);
            } else {
                target.setObject(offset + i + 1, texts.get(i), Types.OTHER);
            }
        }
    }

    private List<String> texts(List<Selected> arguments) {
        List<Parameter> parameters = statement.sql().parameters();
        List<String> texts = new ArrayList<>(parameters.size());
        for (int i = 0; i < parameters.size(); i++) {
            texts.add(text(parameters.get(i), arguments.get(i), types.get(i)));
        }
        return texts;
    }

    private String text(Parameter parameter, Selected argument, ServerType type) {
        try {
            return parameter instanceof Parameter.Place place
                            && place.selector().root() == Root.TIMESTAMP
                    ? ValueText.ofMillis(argument.value(), type)
                    : ValueText.of(argument, type);
        } catch (RecordFault fault) {
            throw fault.in("statement '" + statement.name() + "', parameter :" + parameter);
        }
    }

    /**
     * Runs once for each list of arguments, in their order.
     *
     * @param oneByOne whether the server must see each run by itself
     */
    void run(List<List<Selected>> runs, boolean oneByOne) throws SQLException {
        if (!oneByOne && runs.size() > 1 && runAsSet(runs)) {
            return;
        }
        if (returnsRows) {
            runOneByOne(runs);
        } else {
            runBatch(runs);
        }
    }

    private boolean runAsSet(List<List<Selected>> runs) throws SQLException {
        return asSet.isPresent()
                && asSet.get().run(runs.stream().map(this::texts).toList());
    }

    /** The driver refuses a statement that returns rows in a batch. */
    private void runOneByOne(List<List<Selected>> runs) throws SQLException {
        for (List<Selected> arguments : runs) {
            bind(prepared, 0, arguments);
            demandRows(affected(prepared, prepared.execute()));
        }
    }

    private void runBatch(List<List<Selected>> runs) throws SQLException {
        for (List<Selected> arguments : runs) {
            bind(prepared, 0, arguments);
            prepared.addBatch();
        }
        for (int affected : prepared.executeBatch()) {
            demandRows(affected);
        }
    }

    /**
     * Reads what one run, also as a part of a longer text, has done.
     *
     * @param rows whether it gave back rows
     */
    void readResult(PreparedStatement ran, boolean rows) throws SQLException {
        demandRows(affected(ran, rows));
    }

    private static int affected(PreparedStatement ran, boolean rows) throws SQLException {
        if (!rows) {
            return ran.getUpdateCount();
        }
        int count = 0;
        try (ResultSet result = ran.getResultSet()) {
            while (result.next()) {
                count++;
            }
        }
        return count;
    }

    private void demandRows(int affected) {
        if (!statement.rows().allow(affected)) {
            throw new RecordFault(this + " affected " + affected + " rows, but "
                            + StatementOptions.rowsOf(statement.name()) + " is " + statement.rows()
                            + "; repair the record, or the rows it refers to")
                    .because("rows");
        }
    }

    void forgetBatch() throws SQLException {
        prepared.clearBatch();
    }

    @Override
    public String toString() {
        return "statement '" + statement.name() + "'";
    }
}
