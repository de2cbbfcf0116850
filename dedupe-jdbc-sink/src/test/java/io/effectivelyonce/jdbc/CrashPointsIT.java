package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.localstack.DyingWire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sink dies between any two messages to or from the database: before and after it claims, writes and commits. A new one goes
 * on from the offset that was committed, and a third one reads everything again, as after a crash before any offset was committed. What
 * stands in the tables in the end is what a run without crashes leaves, at every point and for every kind of statement.
 */
class CrashPointsIT {
    /** Beyond everything that happens. */
    private static final int NEVER = Integer.MAX_VALUE;

    private static final int HOPELESS = 5_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String TABLES = """
            CREATE TABLE payments (amount int NOT NULL CHECK (amount < 1000));
            CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL, trail text NOT NULL);
            CREATE TABLE stock (sku text PRIMARY KEY, pieces bigint NOT NULL)""";
    /** Not by TRUNCATE: new files for each of some hundred runs would take most of the time. */
    private static final String CLEAR = """
            DELETE FROM payments;
            DELETE FROM accounts;
            DELETE FROM stock;
            DELETE FROM processed_events;
            INSERT INTO accounts VALUES (1, 0, '')""";

    /** What each transaction begins with: what comes before writes nothing. */
    private static final String FIRST_BATCH = "SET TRANSACTION";

    private static RealPostgres postgres;
    private static ExecutorService clearing;

    @BeforeAll
    static void start() {
        postgres = RealPostgres.start();
        clearing = Executors.newCachedThreadPool();
        postgres.newDatabase();
        postgres.run(TABLES);
        try (TaskRun first =
                new Kind("payment", "event").setup(postgres.server().port()).start()) {
            // creates the claims
            first.write(log().subList(0, 1));
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        clearing.shutdown();
        assertThat(clearing.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        postgres.close();
    }

    /** What the sink treats in different ways: a list of statements, and the order in which they run. */
    private record Kind(String statements, String order) {
        SinkSetup setup(int port) {
            SinkSetup setup = SinkSetup.payments(postgres)
                    .set("connection.url", "jdbc:postgresql://127.0.0.1:" + port + "/" + postgres.name())
                    .set("connection.socketTimeout", "5")
                    .set("batch.size", "4")
                    .set("batch.order", order)
                    .set("statements", statements)
                    .set("statements.payment.sql", "INSERT INTO payments VALUES (:amount)");
            if (!statements.contains("balance")) {
                setup.without("statements.balance.sql").without("statements.balance.when.in");
            }
            if (statements.contains("stock")) {
                setup.set("statements.stock.when.in", "Paid")
                        .set("statements.stock.for.each", "value.lines")
                        .set(
                                "statements.stock.sql",
                                "INSERT INTO stock VALUES (:item.sku, :item.pieces) ON CONFLICT (sku)"
                                        + " DO UPDATE SET pieces = stock.pieces + excluded.pieces");
            }
            return setup;
        }
    }

    private static Stream<Kind> kinds() {
        return Stream.of(
                new Kind("payment", "event"),
                new Kind("payment,balance", "event"),
                new Kind("payment,balance,stock", "statement"));
    }

    /** Ten events of which one can't be applied and one comes twice. */
    private static List<SinkRecord> log() {
        List<SinkRecord> log = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            int amount = n == 5 ? HOPELESS : n + 1;
            log.add(event(
                    n,
                    id(n == 8 ? 2 : n),
                    "Paid",
                    Map.of(
                            "account",
                            1,
                            "amount",
                            amount,
                            "lines",
                            List.of(Map.of("sku", "lamp", "pieces", n), Map.of("sku", "bulb", "pieces", 2 * n)))));
        }
        return log;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aCrashBetweenAnyTwoCallsLeavesWhatARunWithoutCrashesLeaves(Kind kind) {
        int points = run(kind, NEVER);
        List<String> expected = state();
        assertThat(points).isGreaterThan(12);
        assertThat(postgres.count("processed_events")).isEqualTo(8);

        for (int point = 0; point < points; point++) {
            run(kind, point);
            assertThat(state()).as("after a crash at point " + point).isEqualTo(expected);
        }
    }

    /** Returns how many points there were. */
    private static int run(Kind kind, int death) {
        Set<Long> rejected = new TreeSet<>();
        int points;
        int committed;
        postgres.run(CLEAR);
        try (DyingWire wire = new DyingWire(postgres.server().port(), FIRST_BATCH, death)) {
            TaskRun task = kind.setup(wire.port()).start();
            committed = deliverUntilTheEnd(task, wire);
            points = wire.points();
            collect(task, rejected);
            // the process is gone; what is left of it here is cleared away while its successor works
            clearing.execute(task::stop);
        }
        int direct = postgres.server().port();
        try (TaskRun successor = kind.setup(direct).start()) {
            successor.write(log().subList(committed, log().size()));
            collect(successor, rejected);
        }
        try (TaskRun third = kind.setup(direct).start()) {
            third.write(log());
            collect(third, rejected);
        }
        assertThat(rejected).as("after a crash at point " + death).containsExactly(5L);
        return points;
    }

    /** Polls and commits as a worker does; returns what was committed when the sink died, or when all was done. */
    private static int deliverUntilTheEnd(TaskRun task, DyingWire wire) {
        task.put(log());
        long[] committed = new long[1];
        Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .pollInSameThread()
                .until(() -> {
                    boolean over = wire.dead();
                    task.put(List.of());
                    committed[0] = Math.max(committed[0], task.committable());
                    return over || committed[0] == log().size();
                });
        return (int) committed[0];
    }

    private static void collect(TaskRun task, Set<Long> rejected) {
        task.letters().forEach(letter -> rejected.add(letter.record().originalKafkaOffset()));
    }

    private static List<String> state() {
        List<String> state = new ArrayList<>();
        for (String question : List.of(
                "SELECT amount FROM payments ORDER BY amount",
                "SELECT balance, trail FROM accounts",
                "SELECT sku, pieces FROM stock ORDER BY sku",
                "SELECT event_id FROM processed_events ORDER BY event_id")) {
            state.add(String.join(", ", postgres.rows(question)));
        }
        return state;
    }
}
