package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import io.effectivelyonce.spine.RecordFault;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables as they were when they were last looked at. They are looked at again where a record has a column that they lack;
 * what else somebody changes shows when a statement fails, and the next session looks at everything anew.
 */
final class Shapes {
    private final Connection connection;
    private final ShapeReader reader;
    private final TableConfig config;
    private final TableMaker maker;
    private final Map<TableName, TableShape> known = new HashMap<>();

    /** The columns of keys that have been found right. */
    private final Map<TableName, Set<List<String>>> rightKeys = new HashMap<>();

    Shapes(Connection connection, TableMaker maker, TableConfig config) {
        this.connection = connection;
        this.reader = new ShapeReader(connection);
        this.config = config;
        this.maker = maker;
    }

    /** A table that {@link #prepare} has seen. */
    TableShape of(TableName table) {
        return known.get(table);
    }

    /** Whether nothing has to be looked at, made or added for these changes. */
    boolean ready(List<RowChange> changes) {
        return changes.stream().allMatch(this::ready);
    }

    private boolean ready(RowChange change) {
        TableShape shape = known.get(change.table());
        return shape != null
                && change.others().stream().allMatch(column -> shape.has(column.name()))
                && rightKeys.getOrDefault(change.table(), Set.of()).contains(names(change.key()));
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }

    /**
     * Makes sure of the tables and columns that the changes need. Only between transactions.
     *
     * @throws TableFault if something is missing that nobody may make
     * @throws RecordFault if a record without a schema has a field that its table lacks
     */
    void prepare(List<RowChange> changes) throws SQLException, TableFault {
        Map<TableName, List<RowChange>> byTable = changes.stream()
                .collect(Collectors.groupingBy(RowChange::table, LinkedHashMap::new, Collectors.toList()));
        for (Map.Entry<TableName, List<RowChange>> one : byTable.entrySet()) {
            if (!ready(one.getValue())) {
                prepare(one.getKey(), one.getValue());
            }
        }
    }

    private void prepare(TableName table, List<RowChange> changes) throws SQLException, TableFault {
        look(table);
        if (!known.containsKey(table)) {
            create(table, changes);
        }
        List<Lacking> missing = missing(table, changes);
        if (!missing.isEmpty()) {
            evolve(table, missing);
        }
        for (RowChange change : changes) {
            List<String> key = names(change.key());
            if (rightKeys.computeIfAbsent(table, first -> new HashSet<>()).add(key)) {
                Optional<ShapeRules.Problem> problem =
                        new ShapeRules(config).problem(table, shape(table), Set.copyOf(key));
                if (problem.isPresent()) {
                    rightKeys.remove(table);
                    throw TableFault.wrong(problem.get().message());
                }
            }
        }
    }

    private TableShape shape(TableName table) throws TableFault {
        TableShape shape = known.get(table);
        if (shape == null) {
            throw TableFault.wrong("table " + table + " does not exist; create it, correct "
                    + TableKeys.TABLE_NAME_FORMAT + ", or set " + TableKeys.AUTO_CREATE
                    + "=true, which needs records with a schema");
        }
        return shape;
    }

    private void look(TableName table) throws SQLException {
        try {
            Optional<TableShape> found = reader.read(table);
            rightKeys.remove(table);
            found.ifPresentOrElse(shape -> known.put(table, shape), () -> known.remove(table));
        } finally {
            connection.rollback();
        }
    }

    /** Whether the table is not any more what it was when it was looked at. Only between transactions. */
    boolean changed(TableName table) throws SQLException {
        TableShape before = known.get(table);
        look(table);
        return before != null && !before.equals(known.get(table));
    }

    private void create(TableName table, List<RowChange> changes) throws SQLException {
        Optional<RowChange> example =
                config.create() ? changes.stream().filter(this::describesTable).findFirst() : Optional.empty();
        if (example.isPresent()) {
            maker.create(table, example.get());
            look(table);
        }
    }

    /** A deletion knows only the key; the other columns would have to be added later. */
    private boolean describesTable(RowChange change) {
        return change.deletion()
                ? config.evolve()
                        && change.key().stream()
                                .allMatch(column -> column.value().schema() != null)
                : change.described();
    }

    /** A column that a table lacks for a record. */
    private record Lacking(Column column, boolean described) {}

    private List<Lacking> missing(TableName table, List<RowChange> changes) throws TableFault {
        TableShape shape = shape(table);
        List<Lacking> missing = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (RowChange change : changes) {
            for (Column column : change.others()) {
                if (!shape.has(column.name()) && seen.add(column.name())) {
                    missing.add(new Lacking(column, change.described()));
                }
            }
        }
        return missing;
    }

    private void evolve(TableName table, List<Lacking> missing) throws SQLException, TableFault {
        Optional<Lacking> undescribed =
                missing.stream().filter(one -> !one.described()).findFirst();
        if (undescribed.isPresent()) {
            throw new RecordFault("table " + table + " has no column "
                    + Sql.quoted(undescribed.get().column().name())
                    + " for a field of the record; correct the record, add the column, or name the fields to write with "
                    + TableKeys.FIELDS_WHITELIST);
        }
        if (!config.evolve()) {
            throw TableFault.wrong("table " + table + " has no column "
                    + Sql.quoted(missing.get(0).column().name())
                    + " for a field of the records' schema; add the column, set " + TableKeys.AUTO_EVOLVE
                    + "=true, or name the fields to write with " + TableKeys.FIELDS_WHITELIST);
        }
        maker.add(table, missing.stream().map(Lacking::column).toList());
        look(table);
    }
}
