package io.effectivelyonce.benchmarks.jdbc;

import io.effectivelyonce.benchmarks.jdbc.OrderEvents.Form;
import io.effectivelyonce.benchmarks.jdbc.OrderEvents.Order;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;

/**
 * What batches cost without Kafka, conversion and offsets: for 5,000 events at a time a claim of sorted ids, the insert, and a commit,
 * one after the other.
 */
record BareLoop(String name, int events, Way way) implements Contestant {
    private static final int BATCH = 5_000;

    private static final List<Function<Order, String>> COLUMNS = List.of(
            order -> order.id().toString(),
            order -> Long.toString(order.customer()),
            Order::status,
            order -> Double.toString(order.total()),
            Order::placedAt,
            Order::lines);

    /** How the rows get in. */
    enum Way {
        ARRAYS {
            @Override
            void insert(Connection connection, List<Order> batch) throws SQLException {
                try (PreparedStatement insert = connection.prepareStatement("insert into orders select * from"
                        + " unnest(?::uuid[], ?::bigint[], ?::text[], ?::numeric[], ?::timestamptz[], ?::jsonb[])")) {
                    for (int i = 0; i < COLUMNS.size(); i++) {
                        String array = batch.stream()
                                .map(COLUMNS.get(i))
                                .map(text -> '"' + text.replace("\"", "\\\"") + '"')
                                .collect(Collectors.joining(",", "{", "}"));
                        insert.setObject(i + 1, array, Types.OTHER);
                    }
                    insert.executeUpdate();
                }
            }
        },
        COPY {
            @Override
            void insert(Connection connection, List<Order> batch) throws SQLException, IOException {
                StringBuilder lines = new StringBuilder();
                for (Order order : batch) {
                    lines.append(COLUMNS.stream()
                                    .map(column -> column.apply(order))
                                    .collect(Collectors.joining("\t")))
                            .append('\n');
                }
                connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn("copy orders from stdin", new StringReader(lines.toString()));
            }
        };

        abstract void insert(Connection connection, List<Order> batch) throws SQLException, IOException;
    }

    @Override
    public double run(Ground ground, int round) throws Exception {
        ground.clear();
        Random random = new Random(7);
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            orders.add(OrderEvents.order(Form.SCHEMA, random, i));
        }
        try (Connection connection = ground.connection();
                PreparedStatement claim = connection.prepareStatement(
                        "insert into processed_events (consumer, event_id) select 'bare', id from unnest(?::uuid[]) as id")) {
            connection.setAutoCommit(false);
            long start = System.nanoTime();
            for (int from = 0; from < events; from += BATCH) {
                List<Order> batch = orders.subList(from, Math.min(events, from + BATCH));
                claim.setArray(
                        1,
                        connection.createArrayOf(
                                "uuid",
                                batch.stream()
                                        .map(order -> order.id().toString())
                                        .sorted()
                                        .toArray()));
                claim.executeUpdate();
                way.insert(connection, batch);
                connection.commit();
            }
            return events * 1e9 / (System.nanoTime() - start);
        }
    }
}
