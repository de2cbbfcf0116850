package io.effectivelyonce.jdbc;

import io.effectivelyonce.localstack.Database;
import io.effectivelyonce.localstack.LocalStack;
import io.effectivelyonce.localstack.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A real PostgreSQL server for the tests of one class, with a new database for each test. */
final class RealPostgres implements AutoCloseable {
    private final Path folder;
    private final LocalStack stack;
    private final AtomicInteger databases = new AtomicInteger();
    private Database database;

    /** Kept between questions: to connect costs more than they do. */
    private Connection kept;

    private RealPostgres(Path folder) {
        this.folder = folder;
        this.stack = LocalStack.in(folder)
                .postgres(settings -> settings.set("log_statement", "all")
                        .set("deadlock_timeout", "200ms")
                        // what a process has written survives its death; only the machine's would take it along
                        .set("fsync", "off"))
                .start();
    }

    static RealPostgres start() {
        try {
            return new RealPostgres(Files.createTempDirectory("dedupe-jdbc-sink"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    PostgresServer server() {
        return stack.postgres();
    }

    /** Where the server keeps its data. */
    Path data() {
        return Path.of(rows("SHOW data_directory").get(0));
    }

    /** Makes a new database and sends everything there from now on. */
    void newDatabase() {
        forgetConnection();
        database = server().database("test" + databases.incrementAndGet());
    }

    String url() {
        return database.jdbcUrl();
    }

    String name() {
        return database.name();
    }

    Connection connection() throws SQLException {
        return database.connection();
    }

    private synchronized Connection kept() throws SQLException {
        if (kept == null || !kept.isValid(1)) {
            forgetConnection();
            kept = connection();
        }
        return kept;
    }

    private synchronized void forgetConnection() {
        try {
            if (kept != null) {
                kept.close();
            }
        } catch (SQLException e) {
            // It was of no use any more.
        } finally {
            kept = null;
        }
    }

    synchronized void run(String sql) {
        try (Statement statement = kept().createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The rows of a query, columns joined by a blank. */
    synchronized List<String> rows(String sql) {
        try (Statement statement = kept().createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(String.join(" ", row));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    long count(String table) {
        return Long.parseLong(rows("SELECT count(*) FROM " + table).get(0));
    }

    @Override
    public void close() {
        forgetConnection();
        stack.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
