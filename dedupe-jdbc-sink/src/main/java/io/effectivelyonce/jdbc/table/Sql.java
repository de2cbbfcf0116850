package io.effectivelyonce.jdbc.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The few forms that all statements of table mode share. */
final class Sql {
    private Sql() {}

    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** {@code unnest(?::text[], …) alias(c1, …)}: rows come as one array of texts for each column. */
    static String rows(int columns, String alias) {
        return "unnest(" + listed(columns, i -> "?::text[]") + ") AS " + alias + "(" + listed(columns, i -> "c" + i)
                + ")";
    }

    /** The same with the number of the row, from 1. */
    static String numberedRows(int columns, String alias) {
        return "unnest(" + listed(columns, i -> "?::text[]") + ") WITH ORDINALITY AS " + alias + "("
                + listed(columns, i -> "c" + i) + ", ord)";
    }

    static String listed(int count, IntFunction<String> each) {
        return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(", "));
    }

    static String joined(int count, String between, IntFunction<String> each) {
        return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(between));
    }

    /** Binds one array for each column, from the place {@code first} on. */
    static <R> void bindRows(
            PreparedStatement target, int first, List<R> rows, Function<R, List<String>> texts, int columns)
            throws SQLException {
        for (int i = 0; i < columns; i++) {
            int column = i;
            String[] values =
                    rows.stream().map(row -> texts.apply(row).get(column)).toArray(String[]::new);
            target.setArray(first + i, target.getConnection().createArrayOf("text", values));
        }
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
