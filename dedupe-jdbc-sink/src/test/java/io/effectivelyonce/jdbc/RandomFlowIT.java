package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.kafka.connect.sink.SinkRecord;

/** Random logs, cut into random polls, with crashes at random places, against a model that applies each event once in order. */
class RandomFlowIT {
    private static final int HOPELESS = 5_000;

    private static RealPostgres postgres;

    /** What happens between two polls. */
    enum Happening {
        NOTHING,
        TASK_STOPS,
        TASK_BECOMES_ZOMBIE,
        BACKEND_DIES
    }

    /** One event of the log. An account of its own makes the trail show the order. */
    record Payment(int event, int account, int amount) {}

    record Poll(int size, Happening after) {}

    /** What of the sink is switched on. */
    record World(boolean texts, boolean daily, boolean offsets, boolean byStatement, int batch) {
        SinkSetup setup() {
            SinkSetup setup = SinkSetup.payments(postgres)
                    .set("batch.size", Integer.toString(batch))
                    .set("batch.order", byStatement ? "statement" : "event")
                    .set("offsets.mode", offsets ? "table" : "none");
            if (texts) {
                setup.set("event.id.type", "text")
                        .set("statements.payment.sql", "INSERT INTO payments VALUES (:event.id::uuid, :amount)");
            }
            return daily ? setup.set("dedupe.table.layout", "daily").set("event.time.from", "value.at") : setup;
        }
    }

    @BeforeContainer
    static void start() {
        postgres = RealPostgres.start();
    }

    @AfterContainer
    static void stop() {
        postgres.close();
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void theEndStateIsThatOfEachEventOnceInOrder(
            @ForAll("logs") List<Payment> log, @ForAll("polls") List<Poll> polls, @ForAll("worlds") World world) {
        postgres.newDatabase();
        postgres.run(SinkSetup.TABLES);
        deliver(log, polls, world.setup());
        assertThat(postgres.rows("SELECT id, balance, trail FROM accounts ORDER BY id"))
                .isEqualTo(expected(log));
        assertThat(postgres.count("payments")).isEqualTo(applied(log).size());
        assertThat(postgres.count("processed_events")).isEqualTo(applied(log).size());
    }

    private static void deliver(List<Payment> log, List<Poll> polls, SinkSetup setup) {
        List<TaskRun> zombies = new ArrayList<>();
        TaskRun task = setup.start();
        long committed = 0;
        int at = 0;
        for (Poll poll : polls) {
            int end = Math.min(log.size(), at + poll.size());
            task.put(records(log, at, end));
            at = end;
            committed = Math.max(committed, task.committable());
            if (poll.after() == Happening.BACKEND_DIES) {
                postgres.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE application_name LIKE 'dedupe-jdbc-sink%'");
            } else if (poll.after() != Happening.NOTHING) {
                if (poll.after() == Happening.TASK_STOPS) {
                    task.stop();
                } else {
                    zombies.add(task);
                }
                task = setup.start();
                at = (int) committed;
            }
        }
        task.write(records(log, at, log.size()));
        zombies.add(task);
        zombies.forEach(TaskRun::settle);
        zombies.forEach(TaskRun::stop);
    }

    private static List<SinkRecord> records(List<Payment> log, int from, int to) {
        List<SinkRecord> records = new ArrayList<>();
        for (int offset = from; offset < to; offset++) {
            Payment payment = log.get(offset);
            records.add(Events.event(
                    offset,
                    Events.id(payment.event()),
                    "Paid",
                    Map.of(
                            "account",
                            payment.account(),
                            "amount",
                            payment.amount(),
                            "at",
                            "2020-11-" + (10 + payment.event() % 9) + "T23:59:59Z")));
        }
        return records;
    }

    private static List<Payment> applied(List<Payment> log) {
        Set<Integer> seen = new HashSet<>();
        List<Payment> applied = new ArrayList<>();
        for (Payment payment : log) {
            if (payment.amount() < HOPELESS && seen.add(payment.event())) {
                applied.add(payment);
            }
        }
        return applied;
    }

    private static List<String> expected(List<Payment> log) {
        List<String> rows = new ArrayList<>();
        for (int account = 1; account <= 2; account++) {
            long balance = 0;
            StringBuilder trail = new StringBuilder();
            for (Payment payment : applied(log)) {
                if (payment.account() == account) {
                    balance += payment.amount();
                    trail.append(payment.amount()).append(' ');
                }
            }
            rows.add(account + " " + balance + " " + trail);
        }
        return rows;
    }

    @Provide
    Arbitrary<List<Payment>> logs() {
        Arbitrary<Integer> amounts = Arbitraries.frequencyOf(
                Tuple.of(9, Arbitraries.integers().between(1, 99)), Tuple.of(1, Arbitraries.just(HOPELESS)));
        return Combinators.combine(
                        Arbitraries.integers().between(1, 60),
                        Arbitraries.integers().between(1, 2),
                        amounts)
                .as(Payment::new)
                .list()
                .ofMinSize(20)
                .ofMaxSize(120);
    }

    @Provide
    Arbitrary<World> worlds() {
        Arbitrary<Boolean> either = Arbitraries.of(true, false);
        return Combinators.combine(
                        either, either, either, either, Arbitraries.integers().between(1, 20))
                .as(World::new);
    }

    @Provide
    Arbitrary<List<Poll>> polls() {
        return Combinators.combine(Arbitraries.integers().between(0, 25), Arbitraries.of(Happening.class))
                .as(Poll::new)
                .list()
                .ofMinSize(2)
                .ofMaxSize(8);
    }
}
