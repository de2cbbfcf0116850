package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a batch with one event for which a trigger raises a chosen SQLSTATE: the whole table of classes, at a real
 * server. The same table stands in docs/jdbc-outages.md.
 */
class SqlStatesIT {
    private static final List<String> OF_RECORDS = List.of(
            "22001", "22P02", "21000", "23001", "23502", "23503", "23505", "23P01", "27000", "42601", "44000", "54000",
            "P0001", "UE001");

    private static final List<String> OF_ENVIRONMENTS = List.of(
            "08006", "25006", "25P03", "40001", "40P01", "53100", "53300", "55006", "55P03", "57014", "57P01", "58030");

    private static final List<String> OF_CONFIGURATIONS =
            List.of("0A000", "23514", "26000", "28P01", "3D000", "3F000", "42501", "42P01", "42P10", "XX000");

    /** What stands in the table faults is raised for payments of the amount there. */
    private static final int MARKED = 666;

    private static final String TRAP = """
            CREATE TABLE faults (amount int NOT NULL, state text NOT NULL);
            CREATE SEQUENCE sprung;
            CREATE FUNCTION trap() RETURNS trigger LANGUAGE plpgsql AS $$
            DECLARE chosen text;
            BEGIN
                SELECT state INTO chosen FROM faults WHERE amount = NEW.amount;
                IF FOUND THEN
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
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void tables() {
        postgres.newDatabase();
        postgres.run(SinkSetup.TABLES + ";" + TRAP);
    }

    private static SinkSetup setup() {
        return SinkSetup.payments(postgres).set("retry.backoff.max.ms", "50");
    }

    private static void raises(int amount, String state) {
        postgres.run("INSERT INTO faults VALUES (" + amount + ", '" + state + "')");
    }

    private static void raisesNothing() {
        postgres.run("TRUNCATE faults");
    }

    private static long balance() {
        return Long.parseLong(
                postgres.rows("SELECT balance FROM accounts WHERE id = 1").get(0));
    }

    private static List<SinkRecord> threeWithOneMarked(int from) {
        return List.of(
                payment(from, id(from), 1),
                payment(from + 1, id(from + 1), MARKED),
                payment(from + 2, id(from + 2), 1));
    }

    @Test
    void faultsOfTheRecordAreRejectedAloneAndUnclaimedAndTheirNeighboursAreApplied() {
        List<SinkRecord> log = new ArrayList<>();
        for (String state : OF_RECORDS) {
            int amount = MARKED + log.size();
            raises(amount, state);
            log.add(payment(log.size(), id(log.size()), amount));
            log.add(payment(log.size(), id(log.size()), 1));
        }
        try (TaskRun task = setup().start()) {
            task.write(log);
            assertThat(task.letters()).hasSameSizeAs(OF_RECORDS);
            for (int n = 0; n < OF_RECORDS.size(); n++) {
                TaskRun.Letter letter = task.letters().get(n);
                assertThat(letter.record().kafkaOffset()).isEqualTo(2L * n);
                assertThat(letter.reason())
                        .hasMessageContaining(OF_RECORDS.get(n))
                        .hasMessageContaining(id(2 * n).toString())
                        .hasMessageNotContaining("Private")
                        .hasNoCause();
            }
        }
        assertThat(balance()).isEqualTo(OF_RECORDS.size());
        assertThat(postgres.count("processed_events")).isEqualTo(OF_RECORDS.size());
    }

    @Test
    void faultsOfTheEnvironmentAreWaitedOutAndNothingIsRejected() {
        try (TaskRun task = setup().start()) {
            int from = 0;
            for (String state : OF_ENVIRONMENTS) {
                long before = triesOfTheTrap();
                raises(MARKED, state);
                task.put(threeWithOneMarked(from));
                Awaitility.await().pollInSameThread().until(() -> {
                    task.put();
                    return triesOfTheTrap() >= before + 3;
                });
                assertThat(task.committable()).as(state).isLessThanOrEqualTo(from + 1);
                raisesNothing();
                task.settle();
                from += 3;
                assertThat(task.letters()).as(state).isEmpty();
                assertThat(balance()).as(state).isEqualTo(from / 3 * (long) (2 + MARKED));
            }
        }
    }

    /** How often the trap has sprung: its sequence isn't undone with the transaction. */
    private static long triesOfTheTrap() {
        return Long.parseLong(postgres.rows("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM sprung")
                .get(0));
    }

    @Test
    void faultsOfTheConfigurationFailATaskThatHasWrittenNothing() {
        for (String state : OF_CONFIGURATIONS) {
            raises(MARKED, state);
            try (TaskRun task = setup().start()) {
                assertThatThrownBy(() -> task.write(threeWithOneMarked(0)))
                        .isInstanceOf(ConnectException.class)
                        .hasMessageContaining(state)
                        .hasMessageContaining("Nothing has been written")
                        .hasMessageNotContaining("Private")
                        .hasNoCause();
                assertThat(task.letters()).isEmpty();
                assertThat(task.committable()).isLessThanOrEqualTo(0);
            }
            assertThat(balance()).as(state).isZero();
            raisesNothing();
        }
    }

    @Test
    void faultsOfTheConfigurationAreWaitedOutOnceSomethingWasWrittenAndThoseBeforeTheCulpritGoOn() {
        try (TaskRun task = setup().start()) {
            task.write(payment(0, id(0), 1));
            int from = 1;
            for (String state : OF_CONFIGURATIONS) {
                long before = triesOfTheTrap();
                long balance = balance();
                raises(MARKED, state);
                task.put(threeWithOneMarked(from));
                Awaitility.await().pollInSameThread().until(() -> {
                    task.put();
                    return triesOfTheTrap() >= before + 4;
                });
                assertThat(balance()).as(state).isEqualTo(balance + 1);
                raisesNothing();
                task.settle();
                from += 3;
                assertThat(task.letters()).as(state).isEmpty();
                assertThat(balance()).as(state).isEqualTo(balance + 2 + MARKED);
            }
        }
    }
}
