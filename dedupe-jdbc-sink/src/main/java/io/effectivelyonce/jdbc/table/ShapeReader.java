package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import io.effectivelyonce.jdbc.table.TableShape.ColumnShape;
import java.sql.Array;
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

/** Asks the server what a table looks like. */
final class ShapeReader {
    private static final String TABLE = """
            SELECT quote_ident(nspname) || '.' || quote_ident(relname),
                relkind = 'r' AND NOT relrowsecurity AND NOT relhasrules
                AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal)
                AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND confrelid = c.oid)
                AND NOT EXISTS (SELECT FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
                                WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
                                      AND typtype NOT IN ('b', 'e', 'r', 'm'))
                AND NOT EXISTS (SELECT FROM pg_depend
                                WHERE refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass)
                                      AND (classid = 'pg_constraint'::regclass
                                           AND objid IN (SELECT oid FROM pg_constraint WHERE conrelid = c.oid)
                                           OR classid = 'pg_attrdef'::regclass
                                           AND objid IN (SELECT oid FROM pg_attrdef WHERE adrelid = c.oid)))
                AND (SELECT count(*) FROM pg_index
                     WHERE indrelid = c.oid AND (indisunique OR indisexclusion)) <= 1,
                EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND c.oid IN (conrelid, confrelid))
            FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = to_regclass(?)""";

    private static final String COLUMNS = """
            SELECT attname, quote_ident(nspname) || '.' || quote_ident(t.typname), coalesce(b.typname, t.typname),
                attidentity = 'a', attgenerated <> '', coalesce(collisdeterministic, true)
            FROM pg_attribute JOIN pg_type t ON t.oid = atttypid JOIN pg_namespace n ON n.oid = t.typnamespace
                LEFT JOIN pg_type b ON b.oid = t.typbasetype AND t.typtype = 'd'
                LEFT JOIN pg_collation co ON co.oid = attcollation
            WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped ORDER BY attnum""";

    private static final String DEMANDED = """
            SELECT attname FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
            WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped AND (attnotnull OR typnotnull)
                  AND NOT atthasdef AND attidentity = '' AND typdefault IS NULL""";

    private static final String KEYS = """
            SELECT ARRAY(SELECT attname::text FROM pg_attribute
                         WHERE attrelid = indrelid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1]))
            FROM pg_index
            WHERE indrelid = to_regclass(?) AND indisunique AND indimmediate AND indisvalid
                  AND indpred IS NULL AND indexprs IS NULL""";

    private final Connection connection;

    ShapeReader(Connection connection) {
        this.connection = connection;
    }

    /** The table as it is now; empty if there is none. */
    Optional<TableShape> read(TableName table) throws SQLException {
        try (PreparedStatement ask = ask(TABLE, table);
                ResultSet found = ask.executeQuery()) {
            return found.next()
                    ? Optional.of(new TableShape(
                            found.getString(1),
                            columns(table),
                            demanded(table),
                            keys(table),
                            found.getBoolean(2),
                            found.getBoolean(3)))
                    : Optional.empty();
        }
    }

    private Map<String, ColumnShape> columns(TableName table) throws SQLException {
        Map<String, ColumnShape> columns = new LinkedHashMap<>();
        try (PreparedStatement ask = ask(COLUMNS, table);
                ResultSet column = ask.executeQuery()) {
            while (column.next()) {
                columns.put(
                        column.getString(1),
                        new ColumnShape(
                                column.getString(2),
                                column.getString(3),
                                column.getBoolean(4),
                                column.getBoolean(5),
                                column.getBoolean(6)));
            }
        }
        return columns;
    }

    private List<String> demanded(TableName table) throws SQLException {
        List<String> demanded = new ArrayList<>();
        try (PreparedStatement ask = ask(DEMANDED, table);
                ResultSet column = ask.executeQuery()) {
            while (column.next()) {
                demanded.add(column.getString(1));
            }
        }
        return demanded;
    }

    private List<Set<String>> keys(TableName table) throws SQLException {
        List<Set<String>> keys = new ArrayList<>();
        try (PreparedStatement ask = ask(KEYS, table);
                ResultSet key = ask.executeQuery()) {
            while (key.next()) {
                Array names = key.getArray(1);
                keys.add(Set.of((String[]) names.getArray()));
            }
        }
        return keys;
    }

    private PreparedStatement ask(String question, TableName table) throws SQLException {
        PreparedStatement ask = connection.prepareStatement(question);
        ask.setString(1, table.sql());
        return ask;
    }
}
