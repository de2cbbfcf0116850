package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.event;
import static io.effectivelyonce.jdbc.Events.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What looks like a fault of something else and is one of a record, and the other way round. */
class FaultsOfOneRecordIT {
    private static final Duration SOON = Duration.ofSeconds(10);

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
    void newDatabase() {
        postgres.newDatabase();
    }

    private static SinkSetup one(String sql) {
        return SinkSetup.payments(postgres)
                .set("statements", "one")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .set("statements.one.sql", sql);
    }

    @Test
    void aTextIdWithHalfASurrogatePairIsRejectedAndNoDuplicate() {
        postgres.run("CREATE TABLE notes (body text)");
        try (TaskRun task = one("INSERT INTO notes VALUES ('done')")
                .set("event.id.type", "text")
                .set("event.id.from", "value.ref")
                .start()) {
            task.write(event(0, null, "Noted", Map.of("ref", "a\ud800")));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.outcomes("duplicate")).isZero();
        }
    }

    @Test
    void aTextThatUtf8CannotSpellIsRejectedAndNotChanged() {
        postgres.run("CREATE TABLE notes (body text)");
        try (TaskRun task = one("INSERT INTO notes VALUES (:body)").start()) {
            task.write(event(0, id(0), "Noted", Map.of("body", "a\ud800")));
            assertThat(task.letters()).hasSize(1);
        }
        assertThat(postgres.count("notes")).isZero();
    }

    @Test
    void anEventIsNoDuplicateBecauseATriggerChangedItsIdMeanwhile() {
        postgres.run("CREATE TABLE notes (body text)");
        try (TaskRun task = one("INSERT INTO notes VALUES ('done')")
                .set("event.id.type", "text")
                .set("event.id.from", "value.ref")
                .start()) {
            task.write(event(0, null, "Noted", Map.of("ref", "a")));
            task.write(event(1, null, "Noted", Map.of("ref", "a"))); // known events make the next claims careful
            postgres.run("""
                    CREATE SEQUENCE tries;
                    CREATE FUNCTION fold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                        PERFORM nextval('tries');
                        NEW.event_id := lower(NEW.event_id);
                        RETURN NEW;
                    END $$;
                    CREATE TRIGGER fold BEFORE INSERT ON processed_events FOR EACH ROW EXECUTE FUNCTION fold()""");

            task.put(List.of(event(2, null, "Noted", Map.of("ref", "B"))));
            await().until(() -> postgres.count("tries WHERE is_called") == 1);
            assertThat(postgres.count("notes")).isEqualTo(1);
            postgres.run("DROP TRIGGER fold ON processed_events");

            task.settleWithin(Duration.ofSeconds(30));
        }
        assertThat(postgres.count("notes")).isEqualTo(2);
        assertThat(postgres.count("processed_events")).isEqualTo(2);
    }

    @Test
    void aClaimsTableTooNarrowForTheConsumerFailsTheTaskAndRejectsNothing() {
        postgres.run("CREATE TABLE notes (body text)");
        postgres.run("CREATE TABLE processed_events (consumer varchar(3), event_id uuid,"
                + " processed_at timestamptz DEFAULT now(), PRIMARY KEY (event_id, consumer))");
        try (TaskRun task = one("INSERT INTO notes VALUES ('done')").start()) {
            assertThatThrownBy(() -> task.write(event(0, id(1), "Noted", Map.of())))
                    .hasMessageContaining("claim");
            assertThat(task.letters()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"tsquery,a,a &", "jsonpath,$.a,$.a[", "regconfig,english,klingon"})
    void aValueThatTheTypeRefusesIsAFaultOfItsRecord(String type, String good, String bad) {
        postgres.run("CREATE TABLE notes (event_id uuid PRIMARY KEY, body " + type + ")");
        try (TaskRun task = one("INSERT INTO notes VALUES (:event.id, :body)").start()) {
            task.write(event(0, id(0), "Noted", Map.of("body", good)));
            task.put(event(1, id(1), "Noted", Map.of("body", bad)), event(2, id(2), "Noted", Map.of("body", good)));
            task.settleWithin(SOON);
            assertThat(task.letters()).hasSize(1);
        }
        assertThat(postgres.count("notes")).isEqualTo(2);
    }

    @Test
    void aDocumentThatIsNestedTooDeepIsAFaultOfItsRecord() {
        postgres.run("CREATE TABLE notes (event_id uuid PRIMARY KEY, body jsonb)");
        try (TaskRun task = one("INSERT INTO notes VALUES (:event.id, :body)").start()) {
            task.write(event(0, id(0), "Noted", Map.of("body", "[]")));
            task.put(event(1, id(1), "Noted", Map.of("body", "[".repeat(100_000) + "]".repeat(100_000))));
            task.settleWithin(SOON);
            assertThat(task.letters()).hasSize(1);
        }
    }

    @Test
    void aStateOfTheUsersOwnIsAFaultOfTheRecord() {
        postgres.run("""
                CREATE FUNCTION book(amount int) RETURNS void LANGUAGE plpgsql AS
                    $$ BEGIN IF amount < 0 THEN RAISE EXCEPTION 'negative' USING ERRCODE = 'UE001'; END IF; END $$""");
        try (TaskRun task = one("SELECT book(:amount)").start()) {
            task.write(event(0, id(0), "Noted", Map.of("amount", 1)));
            task.put(event(1, id(1), "Noted", Map.of("amount", -1)));
            task.settleWithin(SOON);
            assertThat(task.letters()).hasSize(1);
        }
    }

    @Test
    void whatFailsLikeAWrongConfigurationLaterHoldsUpNothingBeforeIt() {
        postgres.run("""
                CREATE TABLE notes (n int);
                CREATE FUNCTION note(n int) RETURNS void LANGUAGE plpgsql AS
                    $$ BEGIN IF n = 2 THEN PERFORM * FROM later; END IF; INSERT INTO notes VALUES (n); END $$""");
        try (TaskRun task = one("SELECT note(:n::int)").start()) {
            task.write(event(0, id(0), "Noted", Map.of("n", 0)));
            task.put(
                    event(1, id(1), "Noted", Map.of("n", 1)),
                    event(2, id(2), "Noted", Map.of("n", 2)),
                    event(3, id(3), "Noted", Map.of("n", 3)));
            Awaitility.await()
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(postgres.rows("SELECT n FROM notes ORDER BY n"))
                            .containsExactly("0", "1"));
            postgres.run("CREATE TABLE later ()");
            task.settleWithin(SOON);
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("notes")).isEqualTo(4);
    }

    @Test
    void aStatementThatReturnsRowsRunsToItsEnd() {
        postgres.run("""
                CREATE TABLE notes (n int);
                CREATE FUNCTION note(n int) RETURNS int LANGUAGE plpgsql AS
                    $$ BEGIN INSERT INTO notes VALUES (n); RETURN n; END $$""");
        try (TaskRun task =
                one("SELECT note(n) FROM generate_series(1, :lines::int) n").start()) {
            task.write(event(0, id(0), "Noted", Map.of("lines", 20)));
            assertThat(task.outcomes("applied")).isEqualTo(1);
        }
        assertThat(postgres.count("notes")).isEqualTo(20);
    }

    @Test
    void aBatchThatTheServerNeverTakesAsAWholeIsMadeSmallerAndNothingIsRejected() {
        postgres.run("CREATE TABLE notes (n int)");
        postgres.run("ALTER DATABASE " + postgres.name() + " SET transaction_timeout = '500ms'");
        List<SinkRecord> records = IntStream.range(0, 40)
                .mapToObj(n -> event(n, id(n), "Noted", Map.of("n", n)))
                .toList();
        try (TaskRun task =
                one("INSERT INTO notes SELECT :n::int FROM pg_sleep(0.02)").start()) {
            task.put(records);
            task.settleWithin(Duration.ofSeconds(40));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("notes")).isEqualTo(40);
    }
}
