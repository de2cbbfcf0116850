package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimsIT {
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
        postgres.run(SinkSetup.TABLES);
    }

    private static String balance() {
        return postgres.rows("SELECT balance FROM accounts WHERE id = 1").get(0);
    }

    @Test
    void aDuplicateIdInOneBatchIsAppliedOnce() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payment(0, id(1), 5), payment(1, id(1), 5), payment(2, id(2), 2), payment(3, id(1), 5));
            assertThat(balance()).isEqualTo("7");
            assertThat(task.outcomes("applied")).isEqualTo(2);
            assertThat(task.outcomes("duplicate")).isEqualTo(2);
            assertThat(postgres.count("processed_events")).isEqualTo(2);
        }
    }

    @Test
    void aDuplicateIdInALaterBatchIsAppliedOnce() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payment(0, id(1), 5), payment(1, id(2), 2));
            task.write(payment(2, id(2), 2), payment(3, id(3), 1));
            assertThat(balance()).isEqualTo("8");
            assertThat(task.committable()).isEqualTo(4);
        }
    }

    @Test
    void aReplayFromOffsetZeroByAnotherTaskChangesNothing() {
        List<SinkRecord> log =
                IntStream.range(0, 300).mapToObj(n -> payment(n, id(n), 1)).toList();
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(log);
        }
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(log);
            assertThat(task.outcomes("duplicate")).isEqualTo(300);
        }
        assertThat(balance()).isEqualTo("300");
    }

    @Test
    void anotherConsumerHasItsOwnEffect() {
        try (TaskRun task = SinkSetup.payments(postgres)
                        .set("statements", "balance")
                        .without("statements.payment.sql")
                        .without("statements.payment.when.in")
                        .start();
                TaskRun other = SinkSetup.payments(postgres)
                        .set("dedupe.consumer", "audit")
                        .set("statements", "balance")
                        .without("statements.payment.sql")
                        .without("statements.payment.when.in")
                        .start()) {
            task.write(payment(0, id(1), 5));
            other.write(payment(0, id(1), 5));
        }
        assertThat(balance()).isEqualTo("10");
        assertThat(postgres.rows("SELECT consumer FROM processed_events ORDER BY 1"))
                .containsExactly("audit", "payments");
    }

    @Test
    void twoTasksWithTheSameIdsInDifferentOrderApplyEachOnceWithoutDeadlock() throws InterruptedException {
        int events = 2_000;
        List<Thread> tasks = new ArrayList<>();
        List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
        for (int t = 0; t < 2; t++) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, events).boxed().toList());
            Collections.shuffle(order, new Random(t));
            Thread thread = new Thread(() -> {
                try (TaskRun task =
                        SinkSetup.payments(postgres).set("batch.size", "100").start()) {
                    int offset = 0;
                    List<SinkRecord> records = new ArrayList<>();
                    for (int n : order) {
                        records.add(payment(offset++, id(n), 1));
                    }
                    task.write(records);
                } catch (Throwable e) {
                    problems.add(e);
                }
            });
            thread.start();
            tasks.add(thread);
        }
        for (Thread thread : tasks) {
            thread.join();
        }
        assertThat(problems).isEmpty();
        assertThat(balance()).isEqualTo(Integer.toString(events));
        assertThat(postgres.rows("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .containsExactly("0");
    }

    @Test
    void threeTasksThatStartAtOnceMakeOneTable() throws InterruptedException {
        List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = IntStream.range(0, 3)
                .mapToObj(t -> new Thread(() -> {
                    try (TaskRun task = SinkSetup.payments(postgres).start()) {
                        task.write(payment(0, id(t), 1));
                    } catch (Throwable e) {
                        problems.add(e);
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(problems).isEmpty();
        assertThat(postgres.count("processed_events")).isEqualTo(3);
    }

    @Test
    void aDatabaseThatDefaultsToSerializableIsWrittenInReadCommittedAndKeepsItsDefault() {
        postgres.run("ALTER DATABASE " + postgres.name() + " SET default_transaction_isolation = 'serializable'");
        postgres.run("CREATE TABLE seen (isolation text)");
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("statements.payment.sql", "INSERT INTO seen SELECT current_setting('transaction_isolation')")
                .start()) {
            task.write(payment(0, id(1), 5));
        }
        assertThat(postgres.rows("SELECT * FROM seen")).containsExactly("read committed");
        assertThat(postgres.rows(
                        "SELECT unnest(setconfig) FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase"
                                + " WHERE datname = current_database()"))
                .containsExactly("default_transaction_isolation=serializable");
    }

    @Test
    void aCopyOfARejectedEventIsTriedOnItsOwn() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payment(0, id(1), 5_000), payment(1, id(2), 2), payment(2, id(1), 5), payment(3, id(1), 5));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).record().originalKafkaOffset()).isZero();
            assertThat(task.outcomes("applied")).isEqualTo(2);
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
        }
        assertThat(balance()).isEqualTo("7");
    }

    @Test
    void withoutClaimsEveryDeliveryHasItsEffect() {
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("dedupe.mode", "none")
                .set("statements", "balance")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .start()) {
            task.write(payment(0, id(1), 5), payment(1, id(1), 5));
        }
        assertThat(balance()).isEqualTo("10");
        assertThat(postgres.rows("SELECT to_regclass('processed_events') IS NULL"))
                .containsExactly("t");
    }

    @Test
    void textIdsAreKeptAsTheyStand() {
        postgres.run("CREATE TABLE notes (id text)");
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("event.id.type", "text")
                .set("event.id.from", "topic,value.no")
                .set("dedupe.table.name", "app_claims")
                .set("statements", "note")
                .set("statements.note.sql", "INSERT INTO notes VALUES (:event.id)")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .start()) {
            task.write(
                    Events.event(0, null, "Note", Map.of("no", "a|b\"{,}'\\")),
                    Events.event(1, null, "Note", Map.of("no", "A|b\"{,}'\\")),
                    Events.event(2, null, "Note", Map.of("no", "a|b\"{,}'\\")));
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
        }
        assertThat(postgres.rows("SELECT event_id FROM app_claims ORDER BY event_id COLLATE \"C\""))
                .containsExactly("orders|A\\|b\"{,}'\\\\", "orders|a\\|b\"{,}'\\\\");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE processed_events (consumer text, event_id uuid, processed_at timestamptz DEFAULT now(),"
                        + " PRIMARY KEY (event_id, consumer, processed_at)) PARTITION BY RANGE (processed_at)",
                "CREATE TABLE processed_events (consumer text, event_id text, PRIMARY KEY (event_id, consumer))",
                "CREATE TABLE processed_events (consumer text, event_id uuid PRIMARY KEY)",
                "CREATE TABLE processed_events (consumer text, event_id uuid, who text NOT NULL,"
                        + " PRIMARY KEY (event_id, consumer))",
                "CREATE TABLE processed_events (id uuid PRIMARY KEY)"
            })
    void aTableThatCannotKeepTheClaimsFailsTheTaskWithTheReason(String table) {
        postgres.run(table);
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            assertThatThrownBy(() -> task.write(payment(0, id(1), 5)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("claims table processed_events ")
                    .hasMessageContaining("CREATE TABLE");
            assertThat(task.letters()).isEmpty();
        }
        assertThat(balance()).isEqualTo("0");
    }

    @Test
    void anEventWhoseClaimTheDatabaseDropsHasNoEffectWithoutAClaim() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payment(0, id(0), 1));
            postgres.run("CREATE FUNCTION dropped() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
                    + "CREATE TRIGGER drops BEFORE INSERT ON processed_events FOR EACH ROW WHEN (NEW.event_id = '"
                    + id(2) + "') EXECUTE FUNCTION dropped()");
            task.write(payment(1, id(1), 1), payment(2, id(2), 1), payment(3, id(3), 1));
        }
        assertThat(postgres.rows("SELECT event_id FROM payments ORDER BY 1"))
                .isEqualTo(postgres.rows("SELECT event_id FROM processed_events ORDER BY 1"))
                .hasSize(3);
    }
}
