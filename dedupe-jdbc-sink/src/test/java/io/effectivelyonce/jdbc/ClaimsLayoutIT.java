package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.Events.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimsLayoutIT {
    private static final String FOLDING =
            "CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false);";

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

    private static void assertRefused(SinkSetup setup, String reason) {
        try (TaskRun task = setup.start()) {
            assertThatThrownBy(() -> task.write(payment(0, id(1), 5)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("claims table processed_events")
                    .hasMessageContaining(reason);
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.count("payments")).isZero();
    }

    private static void assertKept() {
        try (TaskRun task = SinkSetup.payments(postgres).start()) {
            task.write(payment(0, id(1), 5), payment(1, id(1), 5));
            assertThat(task.outcomes("applied")).isEqualTo(1);
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
        }
    }

    @Test
    void aTableThatACrashEmptiesIsRefused() {
        postgres.run("CREATE UNLOGGED TABLE processed_events (consumer text, event_id uuid,"
                + " PRIMARY KEY (event_id, consumer))");
        assertRefused(SinkSetup.payments(postgres), "SET LOGGED");
    }

    @Test
    void aPartitionThatACrashEmptiesIsRefused() {
        postgres.run("CREATE TABLE processed_events (consumer text, event_id uuid, PRIMARY KEY (event_id, consumer))"
                + " PARTITION BY HASH (event_id);"
                + " CREATE UNLOGGED TABLE part PARTITION OF processed_events FOR VALUES WITH (MODULUS 1, REMAINDER 0)");
        assertRefused(SinkSetup.payments(postgres), "(part)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "event_id text COLLATE folding, consumer text|event_id, consumer|event_id",
                "event_id text, consumer text|event_id COLLATE folding, consumer|event_id",
                "event_id text, consumer text COLLATE folding|event_id, consumer|consumer",
            })
    void aTableThatFoldsIdsIsRefused(String columns, String key, String column) {
        postgres.run(FOLDING + "CREATE TABLE processed_events (" + columns + ");"
                + " CREATE UNIQUE INDEX ON processed_events (" + key + ")");
        assertRefused(
                SinkSetup.payments(postgres)
                        .set("event.id.type", "text")
                        .set("statements.payment.sql", "INSERT INTO payments VALUES (:event.id::uuid, :amount)"),
                column);
    }

    @Test
    void aConsumerColumnThatIsNotTextIsRefused() {
        postgres.run("CREATE TABLE processed_events (consumer varchar(3), event_id uuid,"
                + " PRIMARY KEY (event_id, consumer))");
        assertRefused(SinkSetup.payments(postgres), "ALTER consumer TYPE text");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TRIGGER meddler BEFORE INSERT ON processed_events FOR EACH ROW EXECUTE FUNCTION meddle()",
                "CREATE RULE meddler AS ON INSERT TO processed_events DO ALSO NOTIFY claimed",
                "ALTER TABLE processed_events ADD CONSTRAINT meddler CHECK (consumer <> 'payments')",
                "ALTER TABLE processed_events ADD CONSTRAINT meddler FOREIGN KEY (event_id) REFERENCES payments",
            })
    void whatMayChangeOrRefuseClaimsIsRefusedByItsName(String meddling) {
        postgres.run("CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;"
                + " CREATE TABLE processed_events (consumer text, event_id uuid, PRIMARY KEY (event_id, consumer));"
                + meddling);
        assertRefused(SinkSetup.payments(postgres), "(meddler)");
    }

    @Test
    void aTriggerOnDeletionAndAReferenceFromElsewhereAreNoMatterOfTheSink() {
        postgres.run("CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$;"
                + " CREATE TABLE processed_events (consumer text, event_id uuid, PRIMARY KEY (event_id, consumer));"
                + " CREATE TRIGGER keep BEFORE DELETE ON processed_events FOR EACH ROW EXECUTE FUNCTION keep();"
                + " CREATE TABLE notes (event_id uuid, consumer text,"
                + " FOREIGN KEY (event_id, consumer) REFERENCES processed_events)");
        assertKept();
    }

    @Test
    void aKeyThatIncludesFurtherColumnsKeepsTheClaims() {
        postgres.run("CREATE TABLE processed_events (consumer text, event_id uuid,"
                + " processed_at timestamptz DEFAULT now(), PRIMARY KEY (event_id, consumer) INCLUDE (processed_at))");
        assertKept();
    }
}
