package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.ValueText;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/**
 * Many runs of a {@link PlainInsert} as one COPY: for the server about half of the work that an INSERT from arrays is, for one
 * journey more.
 *
 * <p>Its text form has every value read by the input function of the column's type, as a bound parameter is. They part only at
 * an interval that is declared with its fields, where COPY reads a bare number in the smallest of those.
 */
final class CopyInsert {
    /** What fewer rows would save isn't worth the journey. */
    static final int FEW = 50;

    private static final String READS_ALIKE = """
            SELECT NOT EXISTS (SELECT FROM pg_attribute
                               WHERE attrelid = to_regclass(?) AND atttypid = 'interval'::regtype AND atttypmod <> -1)""";

    private static final int CHUNK = 1 << 16;

    private final CopyManager manager;
    private final String sql;

    private CopyInsert(CopyManager manager, String sql) {
        this.manager = manager;
        this.sql = sql;
    }

    /** The statement in this form, if it has one; its table must be one in which {@link SetInsert} may write. */
    static Optional<CopyInsert> of(Connection connection, PlainInsert insert) throws SQLException {
        Optional<String> sql = insert.copy();
        if (sql.isEmpty() || !readsAlike(connection, insert.table())) {
            return Optional.empty();
        }
        return Optional.of(new CopyInsert(connection.unwrap(PGConnection.class).getCopyAPI(), sql.get()));
    }

    private static boolean readsAlike(Connection connection, String table) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(READS_ALIKE)) {
            ask.setString(1, table);
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }

    /** Inserts the rows in their order. */
    void run(List<List<String>> rows) throws SQLException {
        CopyIn copy = manager.copyIn(sql);
        try {
            StringBuilder text = new StringBuilder();
            for (List<String> row : rows) {
                ValueText.line(row, text);
                if (text.length() >= CHUNK) {
                    send(text, copy);
                }
            }
            send(text, copy);
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private static void send(StringBuilder text, CopyIn copy) throws SQLException {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        text.setLength(0);
        copy.writeToCopy(bytes, 0, bytes.length);
    }
}
