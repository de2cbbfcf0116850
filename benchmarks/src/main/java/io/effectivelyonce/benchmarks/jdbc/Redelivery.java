package io.effectivelyonce.benchmarks.jdbc;

import io.effectivelyonce.localstack.ConnectRest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The same events once more under the same consumer name, after a first delivery: all of them duplicates. */
record Redelivery(String name, SinkConnector first) implements Contestant {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(50);

    @Override
    public double run(Ground ground, int round) throws Exception {
        String consumer = name + "-" + round;
        Map<String, String> config = new HashMap<>(first.config());
        config.put("dedupe.consumer", consumer);
        new SinkConnector(name + "-first", first.table(), first.events(), 0, config).run(ground, round);
        SinkConnector again = new SinkConnector(name, first.table(), first.events(), 0, config);
        ConnectRest rest = ground.stack().connect().rest();
        rest.put(consumer, again.whole(ground));
        try {
            return rate(ground, consumer);
        } finally {
            rest.delete(consumer);
        }
    }

    /** By the sink's own count of duplicates, from the first sighting of some to the first sighting of all. */
    private double rate(Ground ground, String connector) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        long firstSeen = 0;
        long firstCount = 0;
        while (System.nanoTime() < end) {
            long count = ground.stack()
                    .connect()
                    .metrics()
                    .sum("kafka.connect:type=plugins,connector=" + connector + ",outcome=duplicate,*", "records-total");
            long now = System.nanoTime();
            if (count > 0 && firstCount == 0) {
                firstSeen = now;
                firstCount = count;
            }
            if (count >= first.events()) {
                return (count - firstCount) * 1e9 / (now - firstSeen);
            }
            Thread.sleep(POLL.toMillis());
        }
        throw new IllegalStateException(connector + " has not seen all duplicates after " + LIMIT);
    }
}
