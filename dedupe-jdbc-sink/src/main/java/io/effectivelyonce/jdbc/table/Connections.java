package io.effectivelyonce.jdbc.table;

import java.sql.Connection;
import java.sql.SQLException;

/** Gives connections to the database beside the one that writes. */
@FunctionalInterface
public interface Connections {
    /** A new connection, which the caller closes. */
    Connection open() throws SQLException;
}
