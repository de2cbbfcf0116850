package io.effectivelyonce.endtoend;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Customers who come in steadily: carries out one deed after the other, at a rate that leaves the faults time to strike. */
final class Flow implements AutoCloseable {
    /** However many orders there are, they come in over about this time. */
    private static final long SECONDS = 45;
    /** With few orders it is shorter: nobody waits longer than this for the next one. */
    private static final long LONGEST_PAUSE_MS = 50;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "customers");
        thread.setDaemon(true);
        return thread;
    });
    private final ScheduledFuture<?> customers;

    Flow(Shop shop, OrderBook book, List<Deed> deeds) {
        Iterator<Deed> coming = deeds.iterator();
        long pause = Math.min(
                TimeUnit.MILLISECONDS.toNanos(LONGEST_PAUSE_MS),
                TimeUnit.SECONDS.toNanos(SECONDS) / Math.max(1, deeds.size()));
        customers = clock.scheduleAtFixedRate(() -> next(shop, book, coming), 0, pause, TimeUnit.NANOSECONDS);
    }

    private void next(Shop shop, OrderBook book, Iterator<Deed> coming) {
        if (!coming.hasNext()) {
            clock.shutdown();
            return;
        }
        try {
            Deed deed = coming.next();
            book.enter(shop.carryOut(deed), deed);
        } catch (SQLException e) {
            throw new IllegalStateException("The shop's database refused a deed", e);
        }
    }

    /**
     * Tells whether all deeds are done.
     *
     * @throws IllegalStateException if one of them failed
     */
    boolean isOver() {
        if (customers.isDone() && !customers.isCancelled()) {
            try {
                customers.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("No more orders can be placed", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return clock.isTerminated();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
