package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.Root;
import io.effectivelyonce.spine.select.Selected;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/** A configured statement on one connection, as the server described it. */
final class PreparedCall {
    private final StatementConfig statement;
    private final PreparedStatement prepared;
    private final List<ServerType> types;
    private final boolean returnsRows;

    private PreparedCall(
            StatementConfig statement, PreparedStatement prepared, List<ServerType> types, boolean returnsRows) {
        this.statement = statement;
        this.prepared = prepared;
        this.types = types;
        this.returnsRows = returnsRows;
    }

    /** Has the server describe the statement: that finds missing tables and columns before any record is at stake. */
    static PreparedCall describe(Connection connection, StatementConfig statement) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(statement.sql().driverText());
        ParameterMetaData parameters = prepared.getParameterMetaData();
        List<ServerType> types = new ArrayList<>();
        for (int i = 1; i <= statement.sql().parameters().size(); i++) {
            types.add(ServerType.named(parameters.getParameterTypeName(i)));
        }
        return new PreparedCall(statement, prepared, types, prepared.getMetaData() != null);
    }

    /** The statement for the driver. */
    String sql() {
        return statement.sql().driverText();
    }

    int parameters() {
        return types.size();
    }

    void bind(List<Selected> arguments) throws SQLException {
        bind(prepared, 0, arguments);
    }

    /** Binds to the places of a statement that has this one in it, after {@code offset} places of others. */
    void bind(PreparedStatement target, int offset, List<Selected> arguments) throws SQLException {
        List<Parameter> parameters = statement.sql().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            String text = text(parameters.get(i), arguments.get(i), types.get(i));
            if (text == null) {
                target.setNull(offset + i + 1, Types.OTHER);
            } else {
                target.setObject(offset + i + 1, text, Types.OTHER);
            }
        }
    }

    private String text(Parameter parameter, Selected argument, ServerType type) {
        try {
            return parameter instanceof Parameter.Place place
                            && place.selector().root() == Root.TIMESTAMP
                    ? ValueText.ofMillis(argument.value(), type)
                    : ValueText.of(argument, type);
        } catch (RecordFault fault) {
            throw new RecordFault(
                    fault.reaction(),
                    "statement '" + statement.name() + "', parameter :" + parameter + ": " + fault.getMessage());
        }
    }

    /** Runs what is bound at once if rows come back: the driver refuses such a statement in a batch. */
    void runOrAddToBatch() throws SQLException {
        if (returnsRows) {
            demandRows(affected(prepared, prepared.execute()));
        } else {
            prepared.addBatch();
        }
    }

    void runBatch() throws SQLException {
        if (!returnsRows) {
            for (int affected : prepared.executeBatch()) {
                demandRows(affected);
            }
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
                    + "; repair the record, or the rows it refers to");
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
