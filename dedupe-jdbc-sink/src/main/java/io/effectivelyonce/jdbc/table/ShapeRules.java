package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import io.effectivelyonce.jdbc.table.TableShape.ColumnShape;
import java.util.Optional;
import java.util.Set;

/** What a table must have for what is configured. */
final class ShapeRules {
    private static final Set<String> WHOLE_NUMBERS = Set.of("int4", "int8");

    private final TableConfig config;

    ShapeRules(TableConfig config) {
        this.config = config;
    }

    /**
     * What is wrong.
     *
     * @param key the option that causes it
     */
    record Problem(String key, String message) {}

    /** The first thing that is wrong with the table for rows with this key; an empty key is not looked at. */
    Optional<Problem> problem(TableName table, TableShape shape, Set<String> key) {
        return keyProblem(table, shape, key)
                .or(() -> config.guard().flatMap(guard -> versionProblem(table, shape, guard)))
                .or(() -> config.deletes()
                        .flatMap(TableConfig.Deletes::flag)
                        .flatMap(flag -> flagProblem(table, shape, flag)));
    }

    private Optional<Problem> keyProblem(TableName table, TableShape shape, Set<String> key) {
        for (String column : key) {
            if (!shape.has(column)) {
                return problem(
                        TableKeys.PK_FIELDS,
                        "table " + table + " has no column " + Sql.quoted(column)
                                + " for the key; add it, or name others with " + TableKeys.PK_FIELDS);
            }
            if (config.remembersDeleted() && !shape.column(column).textual()) {
                return problem(
                        TableKeys.DELETE_MODE,
                        "column " + Sql.quoted(column) + " of table " + table
                                + " has a nondeterministic collation: versions of deleted rows can't be kept for such keys; set "
                                + TableKeys.DELETE_MODE + "=soft");
            }
        }
        return !config.keyed() || key.isEmpty() || shape.unique(key)
                ? Optional.empty()
                : problem(
                        TableKeys.PK_FIELDS,
                        "table " + table + " has no unique index over exactly " + key
                                + ", so a key may stand for several rows; create one (not partial, not deferrable), or name"
                                + " others with " + TableKeys.PK_FIELDS);
    }

    private static Optional<Problem> versionProblem(TableName table, TableShape shape, TableConfig.Guard guard) {
        return columnProblem(
                table,
                shape,
                guard.column(),
                WHOLE_NUMBERS,
                TableKeys.VERSION_COLUMN,
                "a version needs a column of type bigint (or integer)");
    }

    private static Optional<Problem> flagProblem(TableName table, TableShape shape, String flag) {
        return columnProblem(
                table,
                shape,
                flag,
                Set.of("bool"),
                TableKeys.DELETE_COLUMN,
                "that a row is deleted is kept in a column of type boolean");
    }

    private static Optional<Problem> columnProblem(
            TableName table, TableShape shape, String name, Set<String> types, String key, String wanted) {
        if (!shape.has(name)) {
            return problem(
                    key,
                    "table " + table + " has no column " + Sql.quoted(name) + ", which " + key + " names; " + wanted);
        }
        ColumnShape column = shape.column(name);
        return types.contains(column.baseType()) && !column.generated()
                ? Optional.empty()
                : problem(
                        key,
                        "column " + Sql.quoted(name) + " of table " + table + " is of type " + column.baseType()
                                + (column.generated() ? " and computed" : "") + "; " + wanted);
    }

    private static Optional<Problem> problem(String key, String message) {
        return Optional.of(new Problem(key, message));
    }
}
