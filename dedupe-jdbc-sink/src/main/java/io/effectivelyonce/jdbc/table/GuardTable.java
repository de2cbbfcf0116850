package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where the versions of deleted rows stay behind: {@code (table_name text, row_key jsonb, version bigint, deleted_at
 * timestamptz default now(), primary key (table_name, row_key))}. A contract: {@code table_name} is the table with its schema
 * as SQL names it, {@code row_key} the array of the key's values in the order of the key. A row of it is no longer needed once
 * no event older than its version can come any more.
 */
final class GuardTable {
    private static final String LAYOUT = """
            SELECT (SELECT string_agg(attname || ' ' || format_type(atttypid, NULL), ', ' ORDER BY attname) FROM pg_attribute
                    WHERE attrelid = c.oid AND attname IN ('table_name', 'row_key', 'version') AND NOT attisdropped)
                       = 'row_key jsonb, table_name text, version bigint'
                AND EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisunique AND indimmediate AND indisvalid
                            AND indpred IS NULL AND indexprs IS NULL AND indnkeyatts = 2
                            AND (SELECT count(*) FROM pg_attribute
                                 WHERE attrelid = c.oid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1])
                                       AND attname IN ('table_name', 'row_key')) = 2)
                AND relpersistence = 'p',
                has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
                AND has_table_privilege(c.oid, 'UPDATE')
            FROM pg_class c WHERE oid = to_regclass(?)""";

    private static final String MAY_CREATE = """
            SELECT coalesce(bool_or(has_schema_privilege(oid, 'CREATE')), false) FROM pg_namespace
            WHERE nspname = coalesce(?::text, current_schema())""";

    /** What makes equal keys equal documents: their texts depend on the session or are not what is compared. */
    private static final Map<String, Function<String, String>> SPELLINGS = Map.of(
            "timestamptz", key -> "(" + key + " AT TIME ZONE 'UTC')",
            "citext", key -> "lower(" + key + "::text)",
            "bpchar", key -> "rtrim(" + key + "::text)");

    private final TableName name;
    private final boolean create;

    GuardTable(TableConfig.Guard guard) {
        this.name = guard.table();
        this.create = guard.create();
    }

    /** The table's definition, as an administrator would type it. */
    String definition() {
        return "CREATE TABLE IF NOT EXISTS " + name.sql()
                + " (table_name text NOT NULL, row_key jsonb NOT NULL, version bigint NOT NULL, deleted_at timestamptz NOT"
                + " NULL DEFAULT now(), PRIMARY KEY (table_name, row_key))";
    }

    /** Why the table can't keep the versions; empty if it can, or if it can be made. */
    Optional<String> problem(Connection connection) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(LAYOUT)) {
            ask.setString(1, name.sql());
            try (ResultSet found = ask.executeQuery()) {
                if (!found.next()) {
                    return creationProblem(connection);
                }
                if (!found.getBoolean(1)) {
                    return Optional.of("guard table " + name + " has another layout; expected: " + definition());
                }
                return found.getBoolean(2)
                        ? Optional.empty()
                        : Optional.of("the role needs SELECT, INSERT and UPDATE on guard table " + name);
            }
        }
    }

    private Optional<String> creationProblem(Connection connection) throws SQLException {
        if (!create) {
            return Optional.of("guard table " + name + " does not exist and " + TableKeys.GUARD_CREATE
                    + " is false; create it with: " + definition());
        }
        try (PreparedStatement ask = connection.prepareStatement(MAY_CREATE)) {
            ask.setString(1, name.parts().size() > 1 ? name.parts().get(0) : null);
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1)
                        ? Optional.empty()
                        : Optional.of("guard table " + name
                                + " does not exist and the role may not create it there; create it with: "
                                + definition());
            }
        }
    }

    boolean exists(Connection connection) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            ask.setString(1, name.sql());
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }

    TableName name() {
        return name;
    }

    boolean mayCreate() {
        return create;
    }

    /**
     * Lets only those in who keep to the same rule. Whoever finds a row to lock, or inserts one and looks at the versions of
     * the deleted ones afterwards, may do so beside others. Who deletes a row that isn't there has nothing to lock, and must be
     * alone.
     */
    static void enter(Connection connection, TableShape table, boolean alone) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement("SELECT pg_advisory_xact_lock"
                + (alone ? "" : "_shared") + "(hashtextextended('effectively once guards ' || ?, 0))")) {
            lock.setString(1, table.sql());
            lock.execute();
        }
    }

    /** The same standings with the versions at which rows were deleted. */
    void look(Connection connection, List<Row> rows, List<Standing> standings) throws SQLException {
        int size = rows.get(0).key().size();
        String sql = "SELECT a.ord, g.version FROM (SELECT ord, " + key(rows.get(0)) + " AS row_key FROM "
                + Sql.numberedRows(size, "s") + ") a JOIN " + name.sql()
                + " AS g ON g.table_name = ? AND g.row_key = a.row_key";
        try (PreparedStatement ask = connection.prepareStatement(sql)) {
            ask.setFetchSize(0);
            Sql.bindRows(ask, 1, rows, Row::key, size);
            ask.setString(size + 1, rows.get(0).shape().sql());
            try (ResultSet found = ask.executeQuery()) {
                while (found.next()) {
                    int row = found.getInt(1) - 1;
                    standings.set(row, standings.get(row).deletedAt(found.getLong(2)));
                }
            }
        }
    }

    /**
     * Whether one of these rows, which have just been inserted, has been deleted with its version or a higher one by somebody
     * who came in between.
     */
    boolean overtakes(Connection connection, List<Row> inserted) throws SQLException {
        int size = inserted.get(0).key().size();
        String sql = "SELECT count(*) FROM (SELECT " + key(inserted.get(0)) + " AS row_key, s.c" + size
                + "::bigint AS version FROM " + Sql.rows(size + 1, "s") + ") a JOIN " + name.sql()
                + " AS g ON g.table_name = ? AND g.row_key = a.row_key AND g.version >= a.version";
        try (PreparedStatement ask = connection.prepareStatement(sql)) {
            Sql.bindRows(ask, 1, inserted, GuardTable::keyAndVersion, size + 1);
            ask.setString(size + 2, inserted.get(0).shape().sql());
            try (ResultSet found = ask.executeQuery()) {
                return found.next() && found.getLong(1) > 0;
            }
        }
    }

    /** Keeps the versions of deleted rows, of each row only the last one. */
    void keep(Connection connection, List<Row> deleted) throws SQLException {
        int size = deleted.get(0).key().size();
        String sql =
                "INSERT INTO " + name.sql() + " AS g (table_name, row_key, version) SELECT ?, " + key(deleted.get(0))
                        + ", s.c" + size + "::bigint FROM " + Sql.rows(size + 1, "s")
                        + " ORDER BY 2 ON CONFLICT (table_name, row_key) DO UPDATE SET version = EXCLUDED.version, deleted_at = now()"
                        + " WHERE g.version < EXCLUDED.version";
        try (PreparedStatement keep = connection.prepareStatement(sql)) {
            keep.setString(1, deleted.get(0).shape().sql());
            Sql.bindRows(keep, 2, deleted, GuardTable::keyAndVersion, size + 1);
            keep.executeUpdate();
        }
    }

    private static List<String> keyAndVersion(Row row) {
        List<String> texts = new ArrayList<>(row.key());
        texts.add(Long.toString(row.version().orElseThrow()));
        return texts;
    }

    /** The key as one document. */
    private static String key(Row row) {
        return "jsonb_build_array("
                + Sql.listed(row.keyNames().size(), i -> {
                    TableShape.ColumnShape column =
                            row.shape().column(row.keyNames().get(i));
                    return SPELLINGS
                            .getOrDefault(column.baseType(), Function.identity())
                            .apply("s.c" + i + "::" + column.sqlType());
                })
                + ")";
    }
}
