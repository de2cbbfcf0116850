package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates tables and adds columns, never anything else. Each in a transaction of its own on a connection of its own: nothing of
 * it depends on the rows that made it necessary. Tasks that want the same at the same time wait for each other, for {@code IF
 * NOT EXISTS} alone collides in the server's catalog.
 */
final class TableMaker {
    private static final Logger LOG = LoggerFactory.getLogger(TableMaker.class);

    /** Whoever waits for the lock of a table holds up all who come after; the batch is tried again anyway. */
    private static final String BOUNDS = "SET LOCAL lock_timeout = '2s'; SET LOCAL statement_timeout = '30s'";

    private final Connections connections;
    private final TableConfig config;

    TableMaker(Connections connections, TableConfig config) {
        this.connections = connections;
        this.config = config;
    }

    /** Creates the table for rows such as this one. */
    void create(TableName table, RowChange example) throws SQLException {
        List<String> columns = new ArrayList<>();
        example.key().forEach(column -> columns.add(definition(column) + " NOT NULL"));
        example.others().forEach(column -> columns.add(definition(column)));
        own().forEach(columns::add);
        if (!example.key().isEmpty()) {
            columns.add(example.key().stream()
                    .map(column -> Sql.quoted(column.name()))
                    .collect(Collectors.joining(", ", "PRIMARY KEY (", ")")));
        }
        run(table, "CREATE TABLE IF NOT EXISTS " + table.sql() + " (" + String.join(", ", columns) + ")");
    }

    /** Adds columns, which are null in the rows that are there. */
    void add(TableName table, List<Column> missing) throws SQLException {
        run(
                table,
                missing.stream()
                        .map(column -> "ADD COLUMN IF NOT EXISTS " + definition(column))
                        .collect(Collectors.joining(", ", "ALTER TABLE " + table.sql() + " ", "")));
    }

    /** The columns that the sink fills of itself. */
    private List<String> own() {
        List<String> own = new ArrayList<>();
        config.guard().ifPresent(guard -> own.add(Sql.quoted(guard.column()) + " bigint"));
        config.deletes()
                .flatMap(TableConfig.Deletes::flag)
                .ifPresent(flag -> own.add(Sql.quoted(flag) + " boolean NOT NULL DEFAULT false"));
        return own;
    }

    private static String definition(Column column) {
        return Sql.quoted(column.name()) + " " + CreatedType.of(column.value().schema());
    }

    /** Runs a definition that does nothing where somebody else was faster. */
    void run(TableName table, String definition) throws SQLException {
        try (Connection connection = connections.open()) {
            connection.setAutoCommit(false);
            Sql.run(connection, BOUNDS);
            try (PreparedStatement lock =
                            connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))");
                    Statement make = connection.createStatement()) {
                lock.setString(1, "effectively once: " + table);
                lock.execute();
                make.execute(definition);
                connection.commit();
            }
        }
        LOG.info("Made sure of {}: {}", table, definition);
    }
}
