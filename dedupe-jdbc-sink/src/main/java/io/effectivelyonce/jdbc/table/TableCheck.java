package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks the database whether it fits the configuration, before any record comes. */
public final class TableCheck {
    private static final String MAY_CREATE = """
            SELECT coalesce(bool_or(has_schema_privilege(oid, 'CREATE')), false) FROM pg_namespace
            WHERE nspname = coalesce(?::text, current_schema())""";

    private final TableConfig config;
    private final Connection connection;
    private final Map<String, String> problems = new LinkedHashMap<>();

    public TableCheck(TableConfig config, Connection connection) {
        this.config = config;
        this.connection = connection;
    }

    /** The tables that are known to be written to. Topics that a pattern or a transform names are not. */
    public List<TableName> tables() {
        List<String> topics = config.tables().constant() ? List.of("topic") : config.topics();
        return topics.stream().map(config.tables()::of).distinct().toList();
    }

    /** What is wrong with the guard table, on its key. */
    public Map<String, String> guardProblems() throws SQLException {
        if (config.remembersDeleted()) {
            new GuardTable(config.guard().orElseThrow())
                    .problem(connection)
                    .ifPresent(problem -> problems.put(TableKeys.GUARD_TABLE, problem));
        }
        return problems;
    }

    /** What is wrong with a table, each on its key. */
    public Map<String, String> problems(TableName table) throws SQLException {
        Optional<TableShape> shape = new ShapeReader(connection).read(table);
        if (shape.isEmpty()) {
            missing(table);
            return problems;
        }
        new ShapeRules(config)
                .problem(table, shape.get(), Set.copyOf(keyColumns()))
                .ifPresent(problem -> problems.put(problem.key(), problem.message()));
        fields(table, shape.get());
        privileges(table);
        return problems;
    }

    private void missing(TableName table) throws SQLException {
        if (!config.create()) {
            problems.put(
                    TableKeys.TABLE_NAME_FORMAT,
                    "table " + table + " does not exist; create it, correct " + TableKeys.TABLE_NAME_FORMAT
                            + ", or set " + TableKeys.AUTO_CREATE + "=true");
            return;
        }
        try (PreparedStatement ask = connection.prepareStatement(MAY_CREATE)) {
            int parts = table.parts().size();
            ask.setString(1, parts > 1 ? table.parts().get(parts - 2) : null);
            try (ResultSet answer = ask.executeQuery()) {
                if (!answer.next() || !answer.getBoolean(1)) {
                    problems.put(
                            TableKeys.AUTO_CREATE,
                            "table " + table
                                    + " does not exist and the role may not create it there; create it, or grant"
                                    + " CREATE on the schema");
                }
            }
        }
    }

    /** The columns of the key; none where only a record can tell. */
    private List<String> keyColumns() {
        List<String> fields =
                config.keyMode() == KeyMode.KAFKA && config.keyFields().isEmpty()
                        ? RowKey.COORDINATES
                        : config.keyFields();
        return fields.stream().map(config.tables()::column).toList();
    }

    private void fields(TableName table, TableShape shape) {
        for (String field : config.fields()) {
            String column = config.tables().column(field);
            if (!config.evolve() && !shape.has(column)) {
                problems.put(
                        TableKeys.FIELDS_WHITELIST,
                        "table " + table + " has no column " + Sql.quoted(column) + "; add it, or set "
                                + TableKeys.AUTO_EVOLVE + "=true");
            }
        }
    }

    private void privileges(TableName table) throws SQLException {
        boolean hard = config.deletes().filter(how -> how.flag().isEmpty()).isPresent();
        List<String> wanted = new ArrayList<>();
        if (config.mode() != InsertMode.UPDATE) {
            wanted.add("INSERT");
        }
        if (config.mode() != InsertMode.INSERT
                || config.deletes().flatMap(TableConfig.Deletes::flag).isPresent()) {
            wanted.add("UPDATE");
        }
        if (config.keyed()) {
            wanted.add("SELECT");
        }
        for (String privilege : wanted) {
            if (!granted("has_any_column_privilege", table, privilege)) {
                problems.put(
                        TableKeys.INSERT_MODE,
                        "the role needs " + String.join(", ", wanted) + " on table " + table + "; it lacks "
                                + privilege);
            }
        }
        if (hard && !granted("has_table_privilege", table, "DELETE")) {
            problems.put(TableKeys.DELETE_ENABLED, "the role needs DELETE on table " + table);
        }
    }

    private boolean granted(String function, TableName table, String privilege) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement("SELECT " + function + "(to_regclass(?), ?)")) {
            ask.setString(1, table.sql());
            ask.setString(2, privilege);
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }
}
