package io.effectivelyonce.endtoend;

import io.effectivelyonce.localstack.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** SQL as a test needs it: statements to run, rows to look at. */
final class Sql {
    private Sql() {}

    static void run(Database database, String... statements) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** Each row as its columns with a blank in between. */
    static List<String> rows(Database database, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            int columns = found.getMetaData().getColumnCount();
            while (found.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(found.getString(column));
                }
                rows.add(String.join(" ", values));
            }
        }
        return rows;
    }
}
