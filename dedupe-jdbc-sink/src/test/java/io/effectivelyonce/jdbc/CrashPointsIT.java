package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.localstack.DyingWire;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sink dies between any two messages to or from the database: before and after it claims, writes and commits. Another one goes
 * on from the offset that was committed, and then is given everything again, as if no offset had been. What stands in the tables in the
 * end is what a run without crashes leaves, at every point and for every kind of statement.
 *
 * <p>Each run has a partition, ids and rows of its own, so that all of them share a database and several go on at once.
 */
class CrashPointsIT {
    /** Beyond everything that happens. */
    private static final int NEVER = Integer.MAX_VALUE;

    private static final int LANES = 3;
    private static final int MOST_RUNS = 1_000;
    private static final int HOPELESS = 5_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String TABLES = """
            CREATE TABLE payments (run int NOT NULL, amount int NOT NULL CHECK (amount < 1000));
            CREATE TABLE accounts (run int PRIMARY KEY, balance bigint NOT NULL, trail text NOT NULL);
            CREATE TABLE stock (run int, sku text, pieces bigint NOT NULL, PRIMARY KEY (run, sku));
            INSERT INTO accounts SELECT run, 0, '' FROM generate_series(0, %d) run""".formatted(MOST_RUNS);

    /** What each transaction begins with: what comes before writes nothing. */
    private static final String FIRST_BATCH = "SET TRANSACTION";

    private static RealPostgres postgres;
    private static ExecutorService lanes;
    private static ExecutorService clearing;
    private static final AtomicInteger RUNS = new AtomicInteger();

    @BeforeAll
    static void start() {
        postgres = RealPostgres.start();
        lanes = Executors.newFixedThreadPool(LANES);
        clearing = Executors.newCachedThreadPool();
        postgres.newDatabase();
        postgres.run(TABLES);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        lanes.shutdownNow();
        clearing.shutdown();
        assertThat(clearing.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        postgres.close();
    }

    /** What the sink treats in different ways: a list of statements, and the order in which they run. */
    private record Kind(String statements, String order) {
        TaskRun start(int port, TopicPartition partition) {
            SinkSetup setup = SinkSetup.payments(postgres)
                    .set("connection.url", "jdbc:postgresql://127.0.0.1:" + port + "/" + postgres.name())
                    .set("connection.socketTimeout", "5")
                    .set("batch.size", "3")
                    .set("batch.order", order)
                    .set("statements", statements)
                    .set("statements.payment.sql", "INSERT INTO payments VALUES (:run, :amount)");
            setup.without("statements.balance.sql").without("statements.balance.when.in");
            if (statements.contains("balance")) {
                setup.set("statements.balance.when.in", "Paid")
                        .set(
                                "statements.balance.sql",
                                "UPDATE accounts SET balance = balance + :amount, trail = trail || :amount::text || ' '"
                                        + " WHERE run = :run");
            }
            if (statements.contains("stock")) {
                setup.set("statements.stock.when.in", "Paid")
                        .set("statements.stock.for.each", "value.lines")
                        .set(
                                "statements.stock.sql",
                                "INSERT INTO stock VALUES (:run, :item.sku, :item.pieces) ON CONFLICT (run, sku)"
                                        + " DO UPDATE SET pieces = stock.pieces + excluded.pieces");
            }
            return TaskRun.startAt(setup.config(), partition);
        }
    }

    private static Stream<Kind> kinds() {
        return Stream.of(new Kind("payment,stock", "statement"), new Kind("payment,balance", "event"));
    }

    /** One way through the log, with a crash or without. */
    private record Run(Kind kind, int number) {
        static Run of(Kind kind) {
            return new Run(kind, RUNS.incrementAndGet());
        }

        TopicPartition partition() {
            return new TopicPartition(Events.PARTITION.topic(), number);
        }

        /** Two batches: in the first one event can't be applied, in the second one comes again. */
        List<SinkRecord> log() {
            return IntStream.range(0, 6).mapToObj(this::event).toList();
        }

        private SinkRecord event(int n) {
            return Events.at(
                    partition(),
                    Events.event(
                            n,
                            Events.id(number * 10 + (n == 4 ? 1 : n)),
                            "Paid",
                            Map.of(
                                    "run",
                                    number,
                                    "amount",
                                    n == 2 ? HOPELESS : n + 1,
                                    "lines",
                                    List.of(
                                            Map.of("sku", "lamp", "pieces", n),
                                            Map.of("sku", "bulb", "pieces", 2 * n)))));
        }

        List<String> state() {
            String ids = log().stream()
                    .map(record -> "'" + record.headers().lastWithName("id").value() + "'")
                    .distinct()
                    .reduce((one, other) -> one + "," + other)
                    .orElseThrow();
            return Stream.of(
                            "SELECT amount FROM payments WHERE run = " + number + " ORDER BY amount",
                            "SELECT balance, trail FROM accounts WHERE run = " + number,
                            "SELECT sku, pieces FROM stock WHERE run = " + number + " ORDER BY sku",
                            "SELECT count(*) || ' claims' FROM processed_events WHERE event_id IN (" + ids + ")",
                            "SELECT next_offset FROM processed_offsets WHERE partition = " + number)
                    .map(question -> String.join(", ", postgres.rows(question)))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aCrashBetweenAnyTwoCallsLeavesWhatARunWithoutCrashesLeaves(Kind kind) throws Exception {
        Run honest = Run.of(kind);
        int points;
        try (TaskRun successor = successor(kind)) {
            points = points(honest, successor);
        }
        List<String> expected = honest.state();
        assertThat(points).isGreaterThan(12);
        assertThat(expected).contains("4 claims", "6");

        List<Future<?>> all = IntStream.range(0, LANES)
                .<Future<?>>mapToObj(lane -> lanes.submit(() -> crash(kind, lane, points, expected)))
                .toList();
        for (Future<?> each : all) {
            each.get();
        }
    }

    /** The points of one lane, one after the other. */
    private static void crash(Kind kind, int lane, int points, List<String> expected) {
        try (TaskRun successor = successor(kind)) {
            for (int point = lane; point < points; point += LANES) {
                Run run = Run.of(kind);
                Set<Long> rejected = crash(run, point, successor);
                assertThat(run.state())
                        .as("%s after a crash at point %d", kind, point)
                        .isEqualTo(expected);
                assertThat(rejected)
                        .as("%s, rejected after a crash at point %d", kind, point)
                        .containsExactly(2L);
            }
        }
    }

    private static TaskRun successor(Kind kind) {
        return kind.start(postgres.server().port(), Events.PARTITION);
    }

    /** Returns how many points there are when nobody dies. */
    private static int points(Run run, TaskRun successor) {
        try (DyingWire wire = new DyingWire(postgres.server().port(), FIRST_BATCH, NEVER);
                TaskRun task = run.kind().start(wire.port(), run.partition())) {
            deliverUntilTheEnd(run, task, wire);
            int points = wire.points();
            goOn(run, 0, successor);
            return points;
        }
    }

    /** Returns the offsets of what was rejected. */
    private static Set<Long> crash(Run run, int point, TaskRun successor) {
        Set<Long> rejected = new TreeSet<>();
        try (DyingWire wire = new DyingWire(postgres.server().port(), FIRST_BATCH, point)) {
            TaskRun task = run.kind().start(wire.port(), run.partition());
            int committed = deliverUntilTheEnd(run, task, wire);
            collect(run, task, rejected);
            // the process is gone; what is left of it here is cleared away while its successor works
            clearing.execute(task::stop);
            goOn(run, committed, successor);
            collect(run, successor, rejected);
        }
        return rejected;
    }

    private static void goOn(Run run, int committed, TaskRun successor) {
        successor.assign(run.partition());
        successor.put(run.log().subList(committed, run.log().size()));
        if (committed < run.log().size()) {
            successor.settleOnly(run.partition());
        }
        successor.revoke(run.partition());
        successor.assign(run.partition());
        successor.put(run.log());
        successor.settleOnly(run.partition());
        successor.revoke(run.partition());
    }

    /** Polls and commits as a worker does; returns what was committed when the sink died, or when all was done. */
    private static int deliverUntilTheEnd(Run run, TaskRun task, DyingWire wire) {
        int all = run.log().size();
        long[] committed = new long[1];
        task.put(run.log());
        Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .pollInSameThread()
                .until(() -> {
                    boolean over = wire.dead();
                    task.put(List.of());
                    committed[0] = Math.max(committed[0], task.committable(run.partition()));
                    return over || committed[0] == all;
                });
        return (int) committed[0];
    }

    private static void collect(Run run, TaskRun task, Set<Long> rejected) {
        synchronized (task.letters()) {
            task.letters().stream()
                    .map(TaskRun.Letter::record)
                    .filter(record -> record.originalKafkaPartition() == run.number())
                    .forEach(record -> rejected.add(record.originalKafkaOffset()));
        }
    }
}
