package io.effectivelyonce.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The server's answers to a message of several statements, read in their order. */
final class Answers {
    private final PreparedStatement message;
    private boolean rows;
    private int lastCount;

    private Answers(PreparedStatement message) throws SQLException {
        this.message = message;
        this.rows = message.execute();
    }

    /** What is done with rows. */
    @FunctionalInterface
    interface Reader {
        void read(ResultSet rows) throws SQLException;
    }

    /** Sends the message, whose parameters are bound. */
    static Answers to(PreparedStatement message) throws SQLException {
        return new Answers(message);
    }

    /** Passes the statements that give no rows, and reads those of the next one that does. */
    void rows(Reader reader) throws SQLException {
        counts();
        if (!rows) {
            throw new SQLException("The server has answered fewer statements than it was sent");
        }
        try (ResultSet found = message.getResultSet()) {
            reader.read(found);
        }
        rows = message.getMoreResults();
    }

    /** Passes the statements that give no rows, and tells how many rows the last one of them has written. */
    int counts() throws SQLException {
        while (!rows && message.getUpdateCount() != -1) {
            lastCount = message.getUpdateCount();
            rows = message.getMoreResults();
        }
        return lastCount;
    }
}
