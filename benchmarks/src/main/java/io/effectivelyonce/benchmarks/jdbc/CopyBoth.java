package io.effectivelyonce.benchmarks.jdbc;

import io.effectivelyonce.benchmarks.jdbc.OrderEvents.Order;
import java.io.StringReader;
import java.sql.Connection;
import java.util.Random;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** The limit: prepared text through COPY into claims and target, one transaction, no Kafka. */
record CopyBoth(String name, int events) implements Contestant {
    @Override
    public double run(Ground ground, int round) throws Exception {
        ground.clear();
        StringBuilder claims = new StringBuilder();
        StringBuilder orders = new StringBuilder();
        Random random = new Random(7);
        for (int i = 0; i < events; i++) {
            Order order = OrderEvents.order(OrderEvents.Form.SCHEMA, random, i);
            claims.append("copy\t").append(order.id()).append('\n');
            orders.append(order.id())
                    .append('\t')
                    .append(order.customer())
                    .append('\t')
                    .append(order.status());
            orders.append('\t')
                    .append(order.total())
                    .append('\t')
                    .append(order.placedAt())
                    .append('\t');
            orders.append(order.lines()).append('\n');
        }
        try (Connection connection = ground.connection()) {
            connection.setAutoCommit(false);
            CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
            long start = System.nanoTime();
            copy.copyIn("copy processed_events (consumer, event_id) from stdin", new StringReader(claims.toString()));
            copy.copyIn("copy orders from stdin", new StringReader(orders.toString()));
            connection.commit();
            return events * 1e9 / (System.nanoTime() - start);
        }
    }
}
