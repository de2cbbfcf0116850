package io.effectivelyonce.benchmarks.latency;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Writes outbox rows at an even rate, each in a transaction of its own. */
final class Orders {
    /** A commit waits for the disk; so several are under way at once. */
    private static final int WRITERS = 4;

    private static final String INSERT = "insert into outbox (aggregatetype, aggregateid, type, version, payload)"
            + " values ('order', ?, 'OrderPaid', 1, ?::jsonb)";

    private final Pipeline pipeline;

    Orders(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    /** Writes the events of a run, and returns when the last is committed. */
    void write(Watch.Run run, int perSecond) throws InterruptedException, ExecutionException {
        AtomicInteger next = new AtomicInteger();
        long start = System.nanoTime();
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                all.add(writers.submit(() -> {
                    writeAtTheirTimes(run, next, start, 1e9 / perSecond);
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            writers.shutdownNow();
        }
    }

    private void writeAtTheirTimes(Watch.Run run, AtomicInteger next, long start, double apart) throws SQLException {
        try (Connection connection = pipeline.shop();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int event = next.getAndIncrement(); event < run.commits().events(); event = next.getAndIncrement()) {
                long due = start + (long) (event * apart);
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                int number = run.first() + event;
                insert.setString(1, Integer.toString(number));
                insert.setString(2, """
                        {"n": %d, "body": "two of these and one of those, to be paid by invoice"}""".formatted(number));
                insert.executeUpdate();
                run.commits().note(event);
            }
        }
    }
}
