package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Four tasks take from the stock of 200 hot articles in random order, and a fifth of the events reaches another task too. The
 * length of the run is {@code -Dhot.events}, for each task.
 */
class HotKeysIT {
    private static final int TASKS = 4;
    private static final int ARTICLES = 200;
    private static final int EVENTS = Integer.getInteger("hot.events", 5_000);
    private static final long ALL = (long) TASKS * EVENTS;

    private static RealPostgres postgres;

    @BeforeAll
    static void start() {
        postgres = RealPostgres.start();
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void tables() {
        postgres.newDatabase();
        postgres.run("CREATE TABLE stock (sku int PRIMARY KEY, quantity bigint NOT NULL);"
                + "CREATE TABLE bookings (event_id uuid PRIMARY KEY);"
                + "INSERT INTO stock SELECT sku, 0 FROM generate_series(0, " + (ARTICLES - 1) + ") AS sku");
    }

    private static SinkSetup stock() {
        return SinkSetup.payments(postgres)
                .set("statements", "take")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .set("batch.size", "500")
                .set(
                        "statements.take.sql",
                        "UPDATE stock SET quantity = quantity - :item.quantity WHERE sku = :item.sku")
                .set("statements.take.for.each", "value.lines")
                .set("statements.take.rows", "one")
                .set("statements.take.order.by", "item.sku");
    }

    @Test
    void sortedNeighboursOfOneStatementGiveExactSumsAndNoDeadlock() throws InterruptedException {
        run(stock());
        assertThat(deadlocks()).isZero();
    }

    @Test
    void statementByStatementSeveralStatementsGiveExactSumsAndNoDeadlock() throws InterruptedException {
        run(stock().set("statements", "booking,take")
                .set("statements.booking.sql", "INSERT INTO bookings VALUES (:event.id)")
                .set("batch.order", "statement"));
        assertThat(postgres.count("bookings")).isEqualTo(ALL);
        assertThat(deadlocks()).isZero();
    }

    private static void run(SinkSetup setup) throws InterruptedException {
        long before = System.nanoTime();
        long[] expected = new long[ARTICLES];
        List<List<SinkRecord>> logs = logs(expected);
        List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (List<SinkRecord> log : logs) {
            Thread thread = new Thread(() -> {
                try (TaskRun task = setup.start()) {
                    for (int at = 0; at < log.size(); at += 500) {
                        task.put(log.subList(at, Math.min(log.size(), at + 500)));
                    }
                    task.settle();
                    assertThat(task.letters()).isEmpty();
                } catch (Throwable e) {
                    problems.add(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(problems).isEmpty();
        List<String> sums = new ArrayList<>();
        for (int sku = 0; sku < ARTICLES; sku++) {
            sums.add(sku + " " + -expected[sku]);
        }
        assertThat(postgres.rows("SELECT sku, quantity FROM stock ORDER BY sku"))
                .isEqualTo(sums);
        assertThat(postgres.count("processed_events")).isEqualTo(ALL);
        System.out.printf(
                "%d tasks, %d events, %d deliveries, %d hot articles: every sum exact, %d deadlocks, %d s%n",
                TASKS,
                ALL,
                logs.stream().mapToInt(List::size).sum(),
                ARTICLES,
                deadlocks(),
                Duration.ofNanos(System.nanoTime() - before).toSeconds());
    }

    private static List<List<SinkRecord>> logs(long[] expected) {
        Random random = new Random(42);
        List<List<SinkRecord>> logs = new ArrayList<>();
        for (int task = 0; task < TASKS; task++) {
            logs.add(new ArrayList<>());
        }
        for (int n = 0; n < TASKS * EVENTS; n++) {
            int first = random.nextInt(ARTICLES);
            int second = (first + 1 + random.nextInt(ARTICLES - 1)) % ARTICLES;
            int quantity = 1 + random.nextInt(9);
            expected[first] += quantity;
            expected[second] += 1;
            Map<String, Object> value = Map.of(
                    "lines", List.of(Map.of("sku", first, "quantity", quantity), Map.of("sku", second, "quantity", 1)));
            add(logs.get(n % TASKS), n, value);
            if (random.nextInt(5) == 0) {
                add(logs.get(random.nextInt(TASKS)), n, value);
            }
        }
        return logs;
    }

    private static void add(List<SinkRecord> log, int n, Object value) {
        log.add(event(log.size(), id(n), "Taken", value));
    }

    private static long deadlocks() {
        return Long.parseLong(postgres.rows("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
                .get(0));
    }
}
