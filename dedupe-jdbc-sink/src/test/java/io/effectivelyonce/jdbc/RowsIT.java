package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code statements.NAME.rows}: a run that affects the wrong number of rows is a fault of its record. */
class RowsIT {
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
        postgres.run("""
                CREATE TABLE stock (sku text, place int, quantity int, PRIMARY KEY (sku, place));
                INSERT INTO stock VALUES ('bolt', 1, 100), ('nut', 1, 100), ('nut', 2, 100);
                CREATE TABLE bookings (event_id uuid, sku text)""");
    }

    private static SinkSetup stock(String rows) {
        return SinkSetup.payments(postgres)
                .set("statements", "take,booking")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .set("statements.booking.sql", "INSERT INTO bookings VALUES (:event.id, :sku)")
                .set(
                        "statements.take.sql",
                        "UPDATE stock SET quantity = quantity - :quantity WHERE sku = :sku AND quantity >= :quantity")
                .set("statements.take.rows", rows);
    }

    private static SinkRecord take(int n, String sku, int quantity) {
        return event(n, id(n), "Taken", Map.of("sku", sku, "quantity", quantity));
    }

    private static List<String> left() {
        return postgres.rows("SELECT sku, place, quantity FROM stock ORDER BY sku, place");
    }

    @Test
    void aDecrementThatMatchesNoRowIsRejectedUnclaimedAndItsNeighboursAreApplied() {
        List<SinkRecord> records = new ArrayList<>();
        for (int n = 0; n < 200; n++) {
            records.add(take(n, n == 77 ? "screw" : "bolt", n == 150 ? 5_000 : 0));
        }
        try (TaskRun task = stock("one").start()) {
            task.write(records);
            assertThat(task.letters())
                    .extracting(letter -> letter.record().originalKafkaOffset())
                    .containsExactly(77L, 150L);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining("statement 'take' affected 0 rows")
                    .hasMessageContaining("statements.take.rows is one")
                    .hasMessageContaining(id(77).toString())
                    .hasMessageNotContaining("screw");
            assertThat(postgres.count("processed_events")).isEqualTo(198);
            assertThat(postgres.count("bookings")).isEqualTo(198);

            postgres.run("INSERT INTO stock VALUES ('screw', 1, 5)");
            task.write(event(200, id(77), "Taken", Map.of("sku", "screw", "quantity", 2)));
        }
        assertThat(left()).contains("screw 1 3");
        assertThat(postgres.count("processed_events")).isEqualTo(199);
    }

    @Test
    void stockThatRunsOutInTheMiddleOfABatchIsGivenToTheEarlierEvents() {
        try (TaskRun task = stock("one").start()) {
            task.write(take(0, "bolt", 60), take(1, "bolt", 30), take(2, "bolt", 20), take(3, "bolt", 10));
            assertThat(task.letters())
                    .extracting(letter -> letter.record().originalKafkaOffset())
                    .containsExactly(2L);
        }
        assertThat(left()).contains("bolt 1 0");
    }

    @Test
    void whereErrorsAreNotToleratedTheTaskStopsAtTheDecrementThatMatchesNoRow() {
        try (TaskRun task = stock("one")
                .set("errors.tolerance", "none")
                .without("errors.deadletterqueue.topic.name")
                .start()) {
            assertThatThrownBy(() -> task.write(take(0, "bolt", 1), take(1, "screw", 1), take(2, "bolt", 1)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("offset 1")
                    .hasMessageContaining("affected 0 rows");
            assertThat(task.committable()).isEqualTo(1);
        }
        assertThat(left()).contains("bolt 1 99");
    }

    @ParameterizedTest
    @CsvSource({"any,0", "at-least-one,1", "one,2"})
    void theWordSaysWhichCountsAreRight(String rows, int rejected) {
        try (TaskRun task = stock(rows).start()) {
            task.write(take(0, "screw", 1), take(1, "bolt", 1), take(2, "nut", 1));
            assertThat(task.letters()).hasSize(rejected);
        }
        assertThat(postgres.count("processed_events")).isEqualTo(3 - rejected);
    }

    @Test
    void ofAStatementThatReturnsRowsTheReturnedOnesAreCounted() {
        postgres.run("""
                CREATE FUNCTION take(what text, many int) RETURNS SETOF int LANGUAGE sql AS
                'UPDATE stock SET quantity = quantity - many WHERE sku = what RETURNING quantity'""");
        try (TaskRun task = stock("one")
                .set("statements.take.sql", "SELECT take(:sku, :quantity)")
                .start()) {
            task.write(take(0, "screw", 1), take(1, "bolt", 1), take(2, "nut", 1));
            assertThat(task.letters())
                    .extracting(letter -> letter.record().originalKafkaOffset())
                    .containsExactly(0L, 2L);
        }
        assertThat(left()).containsExactly("bolt 1 99", "nut 1 100", "nut 2 100");
    }
}
