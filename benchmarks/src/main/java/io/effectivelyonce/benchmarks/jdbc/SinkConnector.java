package io.effectivelyonce.benchmarks.jdbc;

import io.effectivelyonce.localstack.ConnectRest;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A sink connector on the worker, ours or a peer's, measured by the rows that it commits.
 *
 * @param table the table whose rows are counted
 * @param roundTripMillis how far away the database is
 */
record SinkConnector(String name, String table, int events, int roundTripMillis, Map<String, String> config)
        implements Contestant {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(250);

    @Override
    public double run(Ground ground, int round) throws Exception {
        ground.clear();
        return deliver(ground, name + "-" + round);
    }

    private double deliver(Ground ground, String connector) throws Exception {
        ConnectRest rest = ground.stack().connect().rest();
        rest.put(connector, whole(ground));
        try {
            rest.awaitRunning(connector, START);
            awaitRows(ground, connector);
            return ground.ratePerSecond(table);
        } finally {
            rest.delete(connector);
        }
    }

    Map<String, String> whole(Ground ground) throws IOException {
        Map<String, String> whole = new LinkedHashMap<>(config);
        String user = config.containsKey("insert.mode") ? "connection.username" : "connection.user";
        whole.putIfAbsent(user, ground.stack().postgres().user());
        whole.put("connection.password", ground.stack().postgres().password());
        whole.put("connection.url", ground.jdbcUrl(roundTripMillis) + whole.getOrDefault("connection.url", ""));
        return whole;
    }

    private void awaitRows(Ground ground, String connector) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (ground.number("select count(*) from " + table) < events) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(connector + " has not written everything after " + LIMIT + ": "
                        + ground.stack().connect().rest().status(connector));
            }
            Thread.sleep(POLL.toMillis());
        }
    }
}
