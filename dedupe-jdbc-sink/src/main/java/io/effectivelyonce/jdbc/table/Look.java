package io.effectivelyonce.jdbc.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Locks the rows that a transaction is going to change, in the order of their keys, and says how they stand. A row that isn't
 * there can't be locked.
 */
final class Look {
    private final Connection connection;
    private final Optional<String> versionColumn;
    private final boolean deletes;

    Look(Connection connection, TableConfig config) {
        this.connection = connection;
        this.versionColumn = config.guard().map(TableConfig.Guard::column);
        this.deletes = config.deletes().isPresent();
    }

    /** How the rows of one table stand, in the order of the changes. All have the same columns as their key. */
    List<Standing> at(List<Row> rows) throws SQLException {
        List<Standing> standings = new ArrayList<>(rows.size());
        try (PreparedStatement ask = connection.prepareStatement(sql(rows.get(0)))) {
            ask.setFetchSize(0);
            Sql.bindRows(ask, 1, rows, Row::key, rows.get(0).key().size());
            try (ResultSet found = ask.executeQuery()) {
                while (found.next()) {
                    standings.add(
                            new Standing(found.getLong(1), found.getBoolean(2), version(found), OptionalLong.empty()));
                }
            }
        }
        return standings;
    }

    private static OptionalLong version(ResultSet found) throws SQLException {
        long version = found.getLong(3);
        return found.wasNull() ? OptionalLong.empty() : OptionalLong.of(version);
    }

    private String sql(Row row) {
        int size = row.keyNames().size();
        String each = Sql.listed(size, i -> "k" + i);
        return "WITH asked AS (SELECT ord, "
                + Sql.listed(
                        size,
                        i -> "s.c" + i + "::"
                                + row.shape().column(row.keyNames().get(i)).sqlType() + " AS k" + i)
                + " FROM " + Sql.numberedRows(size, "s") + "), held AS (SELECT "
                + Sql.listed(size, i -> "t." + column(row, i) + " AS k" + i) + ", "
                + versionColumn.map(name -> "t." + Sql.quoted(name)).orElse("NULL::bigint")
                + " AS version FROM " + row.shape().sql() + " AS t JOIN (SELECT DISTINCT " + each + " FROM asked) a ON "
                + Sql.joined(size, " AND ", i -> "t." + column(row, i) + " = a.k" + i) + " ORDER BY "
                + Sql.listed(size, i -> "t." + column(row, i))
                + (deletes ? " FOR UPDATE OF t" : " FOR NO KEY UPDATE OF t")
                + ") SELECT dense_rank() OVER (ORDER BY " + Sql.listed(size, i -> "asked.k" + i)
                + "), held.k0 IS NOT NULL, held.version FROM asked LEFT JOIN held ON "
                + Sql.joined(size, " AND ", i -> "held.k" + i + " = asked.k" + i) + " ORDER BY ord";
    }

    private static String column(Row row, int i) {
        return Sql.quoted(row.keyNames().get(i));
    }
}
