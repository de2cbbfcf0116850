package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.Root;
import io.effectivelyonce.spine.select.Selected;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
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

    /** Whether rows come back, which nobody looks at; the driver refuses such a statement in a batch. */
    boolean returnsRows() {
        return returnsRows;
    }

    void bind(List<Selected> arguments) throws SQLException {
        List<Parameter> parameters = statement.sql().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            String text = text(parameters.get(i), arguments.get(i), types.get(i));
            if (text == null) {
                prepared.setNull(i + 1, Types.OTHER);
            } else {
                prepared.setObject(i + 1, text, Types.OTHER);
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

    void addToBatch() throws SQLException {
        prepared.addBatch();
    }

    void runBatch() throws SQLException {
        prepared.executeBatch();
    }

    void run() throws SQLException {
        prepared.execute();
    }

    void forgetBatch() throws SQLException {
        prepared.clearBatch();
    }

    @Override
    public String toString() {
        return "statement '" + statement.name() + "'";
    }
}
