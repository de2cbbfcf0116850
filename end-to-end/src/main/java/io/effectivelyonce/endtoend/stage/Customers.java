package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.endtoend.Deed;
import io.effectivelyonce.endtoend.Shop;
import io.effectivelyonce.localstack.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Customers who come in steadily, also while the shop's own database is down: then they wait, and what they want is done once. */
final class Customers implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);
    private static final Duration END = Duration.ofSeconds(60);

    private final Database database;
    private final Market market;
    private final Thread thread = new Thread(this::comeIn, "customers");
    private Shop shop;
    private volatile boolean closing;
    private final AtomicLong served = new AtomicLong();
    private volatile RuntimeException failure;

    Customers(Database database, Market market) {
        this.database = database;
        this.market = market;
        thread.setDaemon(true);
        thread.start();
    }

    /** How many deeds were committed so far. */
    long served() {
        if (failure != null) {
            throw new IllegalStateException("No customers come in any more", failure);
        }
        return served.get();
    }

    private void comeIn() {
        try {
            while (!closing) {
                serve(market.next());
                LockSupport.parkNanos(PAUSE.toNanos());
            }
            serve(market.lastOrder());
            serve(market.lastChange());
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            hangUp();
        }
    }

    private void serve(Deed deed) {
        boolean tried = false;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (shop == null) {
                    shop = new Shop(database.connection());
                }
                // the connection may have broken during the COMMIT
                if (!tried || !shop.knows(deed)) {
                    tried = true;
                    shop.carryOut(deed);
                }
                served.incrementAndGet();
                return;
            } catch (SQLException e) {
                hangUp();
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            }
        }
    }

    private void hangUp() {
        try {
            if (shop != null) {
                shop.close();
            }
        } catch (SQLException e) {
            // the server will find out
        } finally {
            shop = null;
        }
    }

    /** Sends everybody home, after one last order and one last change of a price. */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join(END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        served();
    }
}
