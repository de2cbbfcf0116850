package io.effectivelyonce.benchmarks.es;

import io.effectivelyonce.localstack.ConnectRest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Our connector on the worker, measured by its own count of outcomes, from the first sighting of some to the first sighting of all.
 *
 * @param before what is in the index already
 * @param costs takes the worker's processor time for each document, in microseconds
 */
record SinkConnector(String name, int documents, Map<String, String> config, Before before, List<Double> costs)
        implements Contestant {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(20);

    /** Puts something into the empty index. */
    interface Before {
        void fill(Ground ground) throws InterruptedException;
    }

    @Override
    public double run(Ground ground, int round) throws Exception {
        ground.clear();
        before.fill(ground);
        String connector = name.replaceAll("[^a-z]+", "-") + "-" + round;
        ConnectRest rest = ground.stack().connect().rest();
        Map<String, String> whole = new LinkedHashMap<>(config);
        whole.put("connection.url", ground.stack().elasticsearch().url());
        rest.put(connector, whole);
        try {
            return rate(ground, connector);
        } finally {
            rest.delete(connector);
        }
    }

    private double rate(Ground ground, String connector) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        long firstSeen = 0;
        long firstCount = 0;
        Duration firstTime = Duration.ZERO;
        while (System.nanoTime() < end) {
            long count = ground.stack()
                    .connect()
                    .metrics()
                    .sum("kafka.connect:type=plugins,connector=" + connector + ",outcome=*,*", "records-total");
            long now = System.nanoTime();
            if (count > 0 && firstCount == 0) {
                firstSeen = now;
                firstCount = count;
                firstTime = ground.workersTime();
            }
            if (count >= documents) {
                Duration time = ground.workersTime().minus(firstTime);
                costs.add(time.toNanos() / 1e3 / (count - firstCount));
                return (count - firstCount) * 1e9 / (now - firstSeen);
            }
            Thread.sleep(POLL.toMillis());
        }
        throw new IllegalStateException(connector + " has not written everything after " + LIMIT + ": "
                + ground.stack().connect().rest().status(connector));
    }
}
