package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoisonIT {
    private static final String SECRET_VALUE = "Mrs. Private";

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
        postgres.run("""
                CREATE TABLE customers (id int PRIMARY KEY);
                INSERT INTO customers VALUES (1);
                CREATE TABLE orders (event_id uuid PRIMARY KEY, customer int NOT NULL REFERENCES customers,
                                     name varchar(10) NOT NULL)""");
    }

    private static SinkSetup orders() {
        return SinkSetup.payments(postgres)
                .set("statements", "order")
                .set("statements.order.sql", "INSERT INTO orders VALUES (:event.id, :customer, :name)")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in");
    }

    private static SinkRecord order(int n, int customer, String name) {
        return event(n, id(n), "Ordered", Map.of("customer", customer, "name", name));
    }

    @Test
    void twoBadRecordsOfAThousandAreRejectedUnclaimedAndAppliedOnceRepaired() {
        List<SinkRecord> records = new ArrayList<>();
        for (int n = 0; n < 1_000; n++) {
            records.add(order(n, n == 417 ? 99 : 1, n == 600 ? SECRET_VALUE + " and family" : "short"));
        }
        try (TaskRun task = orders().start()) {
            task.write(records);
            assertThat(postgres.count("orders")).isEqualTo(998);
            assertThat(postgres.count("processed_events")).isEqualTo(998);
            assertThat(task.committable()).isEqualTo(1_000);
            assertThat(task.letters()).hasSize(2);
            assertThat(task.metric("batches-total").longValue())
                    .as("one committed part for each halving on the way to a bad record, and a few for offsets")
                    .isLessThan(2 * 10 + 5);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining("topic orders, partition 0, offset 417")
                    .hasMessageContaining(id(417).toString())
                    .hasMessageContaining("23503")
                    .hasMessageContaining("statement 'order'")
                    .hasMessageContaining("constraint orders_customer_fkey");
            assertThat(task.letters().get(1).reason())
                    .hasMessageContaining("22001")
                    .hasMessageContaining(id(600).toString())
                    .hasMessageNotContaining(SECRET_VALUE)
                    .hasNoCause();

            records.set(417, order(417, 1, "short"));
            records.set(600, order(600, 1, "short"));
            task.write(new SinkRecord(
                    "orders",
                    0,
                    null,
                    null,
                    null,
                    records.get(417).value(),
                    1_000,
                    null,
                    TimestampType.NO_TIMESTAMP_TYPE,
                    records.get(417).headers()));
            assertThat(postgres.count("orders")).isEqualTo(999);
        }
        try (TaskRun again = orders().start()) {
            again.write(records);
            assertThat(again.outcomes("applied")).isEqualTo(1);
        }
        assertThat(postgres.count("orders")).isEqualTo(1_000);
    }

    @Test
    void whereErrorsAreNotToleratedTheTaskStopsAtTheRecordAndNothingAfterItIsWritten() {
        List<SinkRecord> records = new ArrayList<>();
        for (int n = 0; n < 100; n++) {
            records.add(order(n, n == 37 ? 99 : 1, "short"));
        }
        try (TaskRun task = orders().set("errors.tolerance", "none")
                .without("errors.deadletterqueue.topic.name")
                .start()) {
            assertThatThrownBy(() -> task.write(records))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("offset 37")
                    .hasMessageContaining("23503")
                    .hasMessageContaining("errors.tolerance");
            assertThat(task.committable()).isEqualTo(37);
        }
        assertThat(postgres.count("orders")).isEqualTo(37);
        postgres.run("INSERT INTO customers VALUES (99)");
        try (TaskRun task = orders().set("errors.tolerance", "none")
                .without("errors.deadletterqueue.topic.name")
                .start()) {
            task.write(records.subList(37, 100));
        }
        assertThat(postgres.count("orders")).isEqualTo(100);
    }

    @Test
    void aStatementThatFailsTakesTheEarlierStatementsOfItsEventWithIt() {
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("statements", "balance,payment")
                .start()) {
            task.write(payment(0, id(1), 5_000), payment(1, id(2), 2));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining("statement 'payment'")
                    .hasMessageContaining("23514");
        }
        assertThat(postgres.rows("SELECT balance FROM accounts WHERE id = 1")).containsExactly("2");
    }

    @Test
    void aFaultThatShowsOnlyAtCommitIsIsolatedToo() {
        postgres.run("ALTER TABLE orders ALTER CONSTRAINT orders_customer_fkey DEFERRABLE INITIALLY DEFERRED");
        try (TaskRun task = orders().start()) {
            task.write(order(0, 1, "a"), order(1, 99, "b"), order(2, 1, "c"));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining("offset 1")
                    .hasMessageContaining("COMMIT");
        }
        assertThat(postgres.count("orders")).isEqualTo(2);
    }

    /** The first refers to a row that only the second brings: by itself it fails at its COMMIT, so it fails in a batch too. */
    @Test
    void aDeferredConstraintJudgesEachEventByItselfWhateverItsBatch() {
        postgres.run("ALTER TABLE orders ALTER CONSTRAINT orders_customer_fkey DEFERRABLE INITIALLY DEFERRED");
        SinkSetup setup = orders().set("statements", "order,customer")
                .set("statements.order.when.in", "Ordered,Both")
                .set("statements.customer.sql", "INSERT INTO customers VALUES (:customer)")
                .set("statements.customer.when.in", "Signed,Both");
        try (TaskRun task = setup.start()) {
            task.write(
                    order(0, 7, "early"),
                    event(1, id(1), "Signed", Map.of("customer", 7)),
                    order(2, 7, "late"),
                    event(3, id(3), "Both", Map.of("customer", 8, "name", "both")),
                    order(4, 8, "later"));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining("offset 0")
                    .hasMessageContaining("23503");
        }
        assertThat(postgres.rows("SELECT name FROM orders ORDER BY name")).containsExactly("both", "late", "later");
    }

    @Test
    void recordsThatCannotBeReadAreRejectedAndTheRestOfTheBatchIsApplied() {
        ConnectHeaders retyped = new ConnectHeaders();
        retyped.addLong("id", 7);
        retyped.addString("eventType", "Paid");
        ConnectHeaders malformed = new ConnectHeaders();
        malformed.addString("id", "1-1-1-1-1");
        malformed.addString("eventType", "Paid");
        Map<String, Object> value = Map.of("account", 1, "amount", 1);
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(
                    payment(0, id(1), 1),
                    event(1, null, "Paid", value),
                    Events.record(2, retyped, value),
                    Events.record(3, malformed, value),
                    payment(4, id(2), "no number"),
                    payment(5, id(3), "\0"),
                    event(6, null, "Unknown", value),
                    payment(7, id(4), 1));
            assertThat(task.letters()).hasSize(5);
            assertThat(task.outcomes("filtered")).isEqualTo(1);
            assertThat(task.outcomes("applied")).isEqualTo(2);
            assertThat(task.committable()).isEqualTo(8);
            assertThat(task.letters().get(1).reason()).hasMessageContaining("header.converter");
            assertThat(task.letters())
                    .noneMatch(letter -> letter.reason().getMessage().contains("no number"));
        }
    }

    @Test
    void behaviorOnMissingIdFailStopsThere() {
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("behavior.on.missing.id", "fail")
                .start()) {
            assertThatThrownBy(() -> task.write(payment(0, id(1), 1), payment(1, null, 1), payment(2, id(2), 1)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("offset 1")
                    .hasMessageContaining("header.id");
            task.stop();
        }
    }
}
