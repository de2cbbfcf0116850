package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.ServerType;
import io.effectivelyonce.jdbc.spelling.ValueText;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Optional;

/**
 * Many runs of a {@link PlainInsert} as one statement, where that provably leaves the same rows as one run after the other.
 *
 * <p>The table must be an ordinary one on which nothing can tell the two apart: no triggers, rules or row security; no
 * foreign key to itself, which is checked when a statement ends; no default or check with a function or operator of the
 * user's, which could look at the rows before; and only types that spell as elements of an array as they do alone. This is
 * looked at when a session begins.
 */
final class SetInsert {
    private static final String NOTHING_TELLS = """
            SELECT relkind = 'r' AND NOT relrowsecurity AND NOT relhasrules
                AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal)
                AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND confrelid = c.oid)
                AND NOT EXISTS (SELECT FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
                                WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
                                      AND (typtype NOT IN ('b', 'e', 'r', 'm') OR typdelim <> ','))
                AND NOT EXISTS (SELECT FROM pg_depend
                                WHERE refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass)
                                      AND (classid = 'pg_constraint'::regclass
                                           AND objid IN (SELECT oid FROM pg_constraint WHERE conrelid = c.oid)
                                           OR classid = 'pg_attrdef'::regclass
                                           AND objid IN (SELECT oid FROM pg_attrdef WHERE adrelid = c.oid)))
            FROM pg_class c WHERE oid = to_regclass(?)""";

    /** A second unique key could tell in which order different rows are changed, and so could whoever refers to them. */
    private static final String ONE_KEY = """
            SELECT (SELECT count(*) FROM pg_index WHERE indrelid = c.oid AND (indisunique OR indisexclusion)) = 1
                AND NOT EXISTS (SELECT FROM pg_constraint WHERE confrelid = c.oid)
            FROM pg_class c WHERE oid = to_regclass(?)""";

    private static final String NOT_UNDERSTOOD = "42";

    /** Each is a journey of its own. */
    private static final int MOST_WAVES = 10;

    private final PreparedStatement prepared;
    private final int parameters;
    private final List<Integer> key;
    private final Optional<CopyInsert> copy;

    private SetInsert(PreparedStatement prepared, int parameters, List<Integer> key, Optional<CopyInsert> copy) {
        this.prepared = prepared;
        this.parameters = parameters;
        this.key = key;
        this.copy = copy;
    }

    /**
     * The statement in this form, if it has one. Only outside of transactions: it may ask what the server refuses.
     *
     * @param types the types of the parameters as the driver names them
     */
    static Optional<SetInsert> of(Connection connection, StatementConfig statement, List<String> types)
            throws SQLException {
        Optional<PlainInsert> plain = PlainInsert.of(statement.sql())
                .filter(insert -> insert.alwaysOneRow() || statement.rows() == RowsExpected.ANY);
        if (plain.isEmpty()
                || types.stream().anyMatch(type -> ServerType.named(type).array())
                || !holds(connection, NOTHING_TELLS, plain.get())
                || (plain.get().updates() && !holds(connection, ONE_KEY, plain.get()))) {
            return Optional.empty();
        }
        PreparedStatement prepared = connection.prepareStatement(
                plain.get().ofArrays(types.stream().map(ServerType::quoted).toList()));
        return takesArrays(prepared, types)
                ? Optional.of(new SetInsert(
                        prepared, types.size(), plain.get().key(), CopyInsert.of(connection, plain.get())))
                : Optional.empty();
    }

    private static boolean holds(Connection connection, String condition, PlainInsert insert) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(condition)) {
            ask.setString(1, insert.table());
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }

    private static boolean takesArrays(PreparedStatement prepared, List<String> types) throws SQLException {
        try {
            ParameterMetaData described = prepared.getParameterMetaData();
            for (int i = 0; i < types.size(); i++) {
                ServerType array = ServerType.named(described.getParameterTypeName(i + 1));
                if (!array.array() || !array.element().equals(ServerType.named(types.get(i)))) {
                    return false;
                }
            }
            return true;
        } catch (SQLException e) {
            if (e.getSQLState() != null && e.getSQLState().startsWith(NOT_UNDERSTOOD)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Runs once for each row of texts.
     *
     * @return false if nothing was run, since some row is changed so often that one by one is faster
     */
    boolean run(List<List<String>> rows) throws SQLException {
        if (copy.isPresent() && rows.size() >= CopyInsert.FEW) {
            copy.get().run(rows);
            return true;
        }
        List<List<List<String>>> waves = Waves.of(rows, key);
        if (waves.size() > MOST_WAVES) {
            return false;
        }
        for (List<List<String>> wave : waves) {
            runWave(wave);
        }
        return true;
    }

    private void runWave(List<List<String>> rows) throws SQLException {
        for (int i = 0; i < parameters; i++) {
            StringBuilder array = new StringBuilder("{");
            for (List<String> row : rows) {
                if (array.length() > 1) {
                    array.append(',');
                }
                ValueText.element(row.get(i), array);
            }
            prepared.setObject(i + 1, array.append('}').toString(), Types.OTHER);
        }
        prepared.executeUpdate();
    }
}
