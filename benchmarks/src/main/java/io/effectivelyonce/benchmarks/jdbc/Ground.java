package io.effectivelyonce.benchmarks.jdbc;

import io.effectivelyonce.localstack.Database;
import io.effectivelyonce.localstack.LocalStack;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The servers that all contestants share, and the tables that each finds empty. */
final class Ground implements AutoCloseable {
    private static final String TABLES = """
            create table orders (
                id        uuid primary key,
                customer  bigint not null,
                status    text not null,
                total     numeric(12, 2) not null,
                placed_at timestamptz not null,
                lines     jsonb not null
            );
            create table orders_versioned (like orders including all, version bigint not null);
            create table stock (sku text primary key, reserved bigint not null) with (fillfactor = 50);
            create table processed_events (
                consumer     text        not null,
                event_id     uuid        not null,
                processed_at timestamptz not null default now(),
                primary key (event_id, consumer)
            )""";

    private final LocalStack stack;
    private final Database database;
    private final Map<Integer, LongWire> wires = new HashMap<>();

    private Ground(LocalStack stack) {
        this.stack = stack;
        this.database = stack.postgres().database("bench");
    }

    static Ground start(Path root, Path folder) throws SQLException, IOException {
        LocalStack stack = LocalStack.in(folder)
                // commit times tell when each row became visible, to the microsecond; durability stays on
                .postgres(postgres -> postgres.set("track_commit_timestamp", "on")
                        .set("shared_buffers", "512MB")
                        .set("max_wal_size", "4GB"))
                .kafka(kafka -> kafka.jvm("-Xmx1g"))
                .connect(worker -> {
                    worker.jvm("-Xms2g", "-Xmx2g")
                            .properties(Map.of("header.converter", "org.apache.kafka.connect.storage.StringConverter"))
                            .set("connector.client.config.override.policy", "All")
                            .plugin("debezium-jdbc");
                    worker.plugin(bundle(root));
                })
                .start();
        try {
            Ground ground = new Ground(stack);
            ground.execute(TABLES);
            return ground;
        } catch (SQLException | RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private static Path bundle(Path root) {
        try (DirectoryStream<Path> archives =
                Files.newDirectoryStream(root.resolve("bundle/target"), "effectively-once-*.zip")) {
            return archives.iterator().next();
        } catch (IOException e) {
            throw new IllegalStateException("The plugins are not built", e);
        }
    }

    LocalStack stack() {
        return stack;
    }

    /** The database at the end of a round trip of so many milliseconds. */
    String jdbcUrl(int roundTripMillis) throws IOException {
        if (roundTripMillis == 0) {
            return database.jdbcUrl();
        }
        LongWire wire = wires.get(roundTripMillis);
        if (wire == null) {
            wire = new LongWire(stack.postgres().port(), Duration.ofMillis(roundTripMillis));
            wires.put(roundTripMillis, wire);
        }
        return "jdbc:postgresql://127.0.0.1:" + wire.port() + "/" + database.name();
    }

    Connection connection() throws SQLException {
        return database.connection();
    }

    Connection connection(int roundTripMillis) throws SQLException, IOException {
        return DriverManager.getConnection(
                jdbcUrl(roundTripMillis),
                stack.postgres().user(),
                stack.postgres().password());
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Empty tables and a database with nothing left to write. */
    void clear() throws SQLException {
        execute("truncate orders, orders_versioned, stock, processed_events");
        execute("checkpoint");
    }

    long number(String query) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /**
     * Rows per second between the first commit that wrote rows of the table and the last one: so neither the start of a connector nor the
     * last poll counts. The first commit's rows were made before the clock starts, and don't count either.
     */
    double ratePerSecond(String table) throws SQLException {
        String query = """
                with commits as (select pg_xact_commit_timestamp(xmin) as at, count(*) as n from %s group by 1)
                select sum(n) filter (where at > (select min(at) from commits)) / extract(epoch from max(at) - min(at)) from commits""".formatted(table);
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getDouble(1);
        }
    }

    @Override
    public void close() throws IOException {
        stack.close();
        for (LongWire wire : wires.values()) {
            wire.close();
        }
    }
}
