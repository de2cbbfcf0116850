package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of a batch with one event for which a trigger raises a chosen SQLSTATE: the whole table of classes, at a real
 * server. The same table stands in docs/jdbc-outages.md.
 */
class SqlStatesIT {
    /** Raises what stands in the table faults, for payments of this amount. */
    private static final int MARKED = 666;

    private static final String TRAP = """
            CREATE TABLE faults (state text NOT NULL);
            CREATE SEQUENCE sprung;
            CREATE FUNCTION trap() RETURNS trigger LANGUAGE plpgsql AS $$
            DECLARE chosen text;
            BEGIN
                SELECT state INTO chosen FROM faults;
                IF FOUND AND NEW.amount = 666 THEN
                    PERFORM nextval('sprung');
                    RAISE EXCEPTION 'Mrs. Private' USING ERRCODE = chosen;
                END IF;
                RETURN NEW;
            END $$;
            CREATE TRIGGER trap BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION trap()""";

    private static RealPostgres postgres;

    @BeforeAll
    static void start() {
        postgres = RealPostgres.start();
        postgres.newDatabase();
        postgres.run(SinkSetup.TABLES + ";" + TRAP);
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void nothingWritten() {
        postgres.run(
                "TRUNCATE payments, faults; ALTER SEQUENCE sprung RESTART; DROP TABLE IF EXISTS processed_events, processed_offsets;"
                        + " UPDATE accounts SET balance = 0, trail = ''");
    }

    private static SinkSetup setup() {
        return SinkSetup.payments(postgres).set("retry.backoff.max.ms", "50");
    }

    private static void raises(String state) {
        postgres.run("INSERT INTO faults VALUES ('" + state + "')");
    }

    private static void balances(int balance) {
        assertThat(postgres.rows("SELECT balance FROM accounts WHERE id = 1")).containsExactly("" + balance);
    }

    private static void putThreeWithOneMarked(TaskRun task, int from) {
        task.put(
                payment(from, id(from), 1),
                payment(from + 1, id(from + 1), MARKED),
                payment(from + 2, id(from + 2), 1));
    }

    /** A fault of the record: rejected alone, unclaimed, and its neighbours are applied. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "22001", "22P02", "21000", "23001", "23502", "23503", "23505", "23P01", "27000", "42601", "44000",
                "54000", "P0001", "UE001"
            })
    void isRejected(String state) {
        raises(state);
        try (TaskRun task = setup().start()) {
            putThreeWithOneMarked(task, 0);
            task.settle();
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).record().kafkaOffset()).isEqualTo(1);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining(state)
                    .hasMessageContaining(id(1).toString())
                    .hasMessageNotContaining("Private")
                    .hasNoCause();
        }
        balances(2);
        assertThat(postgres.count("processed_events")).isEqualTo(2);
    }

    /** A fault of the environment: waited out from the first batch on, and nothing is rejected. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "08006", "25006", "25P03", "40001", "40P01", "53100", "53300", "55006", "55P03", "57014", "57P01",
                "58030"
            })
    void isWaitedOut(String state) {
        raises(state);
        try (TaskRun task = setup().start()) {
            putThreeWithOneMarked(task, 0);
            Awaitility.await().pollInSameThread().until(() -> {
                task.put();
                return triesOfTheTrap() >= 3;
            });
            assertThat(task.committable()).isLessThanOrEqualTo(1);
            postgres.run("TRUNCATE faults");
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        balances(2 + MARKED);
    }

    /** How often the trap has sprung: its sequence isn't undone with the transaction. */
    private static long triesOfTheTrap() {
        return Long.parseLong(postgres.rows("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM sprung")
                .get(0));
    }

    /** A fault of the configuration: the task fails with it before it has written anything, and waits it out afterwards. */
    @ParameterizedTest
    @ValueSource(strings = {"0A000", "23514", "26000", "28P01", "3D000", "3F000", "42501", "42P01", "42P10", "XX000"})
    void failsTheTaskFirstAndIsWaitedOutLater(String state) {
        raises(state);
        try (TaskRun task = setup().start()) {
            assertThatThrownBy(() -> {
                        putThreeWithOneMarked(task, 0);
                        task.settle();
                    })
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining(state)
                    .hasMessageContaining("Nothing has been written")
                    .hasMessageNotContaining("Private")
                    .hasNoCause();
            assertThat(task.letters()).isEmpty();
            assertThat(task.committable()).isLessThanOrEqualTo(0);
        }
        balances(0);
        Map<String, String> config = setup().config();
        try (TaskRun task = TaskRun.start(config)) {
            task.write(payment(0, id(0), 1));
            long before = triesOfTheTrap();
            task.put(payment(1, id(1), 1), payment(2, id(2), MARKED), payment(3, id(3), 1));
            Awaitility.await().pollInSameThread().until(() -> {
                task.put();
                return triesOfTheTrap() >= before + 4;
            });
            assertThat(postgres.rows("SELECT balance FROM accounts WHERE id = 1"))
                    .as("those before the culprit go on")
                    .containsExactly("2");
            postgres.run("TRUNCATE faults");
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        balances(3 + MARKED);
    }
}
