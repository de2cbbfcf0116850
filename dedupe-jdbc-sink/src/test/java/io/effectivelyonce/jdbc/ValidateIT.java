package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigValue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ValidateIT {
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

    private static Map<String, List<String>> problems(SinkSetup setup) {
        Map<String, List<String>> problems = new LinkedHashMap<>();
        for (ConfigValue value :
                new DedupeJdbcSinkConnector().validate(setup.config()).configValues()) {
            if (!value.errorMessages().isEmpty()) {
                problems.put(value.name(), value.errorMessages());
            }
        }
        return problems;
    }

    private static String onlyProblem(SinkSetup setup, String key) {
        Map<String, List<String>> problems = problems(setup);
        assertThat(problems.keySet()).isEqualTo(Set.of(key));
        return String.join(" ", problems.get(key));
    }

    @Test
    void aRightConfigurationHasNoProblemAndCreatesNothing() {
        assertThat(problems(SinkSetup.payments(postgres))).isEmpty();
        assertThat(postgres.rows("SELECT to_regclass('processed_events') IS NULL"))
                .containsExactly("t");
    }

    @Test
    void aWrongStatementIsReportedOnItsKeyInTheServersWords() {
        assertThat(onlyProblem(
                        SinkSetup.payments(postgres)
                                .set("statements.payment.sql", "INSERT INTO payment VALUES (:event.id, :amount)"),
                        "statements.payment.sql"))
                .contains("42P01")
                .contains("\"payment\" does not exist");
    }

    @Test
    void aConflictTargetWithoutAUniqueIndexIsReportedOnItsStatement() {
        SinkSetup setup = SinkSetup.payments(postgres)
                .set(
                        "statements.payment.sql",
                        "INSERT INTO payments VALUES (:event.id, :amount) ON CONFLICT (amount) DO NOTHING");
        assertThat(onlyProblem(setup, "statements.payment.sql"))
                .contains("42P10")
                .contains("unique index");
        postgres.run("CREATE UNIQUE INDEX ON payments (amount)");
        assertThat(problems(setup)).isEmpty();
    }

    @Test
    void aParameterWithoutATypeIsReportedWithTheRemedy() {
        assertThat(onlyProblem(
                        SinkSetup.payments(postgres)
                                .set("statements.payment.sql", "SELECT jsonb_build_object('a', :amount)"),
                        "statements.payment.sql"))
                .contains("add a cast");
    }

    @Test
    void aWrongPasswordIsReportedOnUserAndPasswordAndNotEchoed() {
        Map<String, List<String>> problems =
                problems(SinkSetup.payments(postgres).set("connection.password", "wrong-secret"));
        assertThat(problems.keySet()).isEqualTo(Set.of("connection.user", "connection.password"));
        assertThat(problems.toString()).doesNotContain("wrong-secret");
    }

    @Test
    void aMissingPasswordIsReportedOnThePassword() {
        for (SinkSetup setup : List.of(
                SinkSetup.payments(postgres).without("connection.password"),
                SinkSetup.payments(postgres).set("connection.password", ""))) {
            assertThat(onlyProblem(setup, "connection.password"))
                    .contains("connection.password is missing")
                    .contains("08004");
        }
    }

    @Test
    void aLockedTableIsReportedAndLeavesNoBackendBehind() throws SQLException {
        try (Connection holder = postgres.connection();
                Statement lock = holder.createStatement()) {
            holder.setAutoCommit(false);
            lock.execute("LOCK TABLE payments IN ACCESS EXCLUSIVE MODE");
            assertThat(onlyProblem(SinkSetup.payments(postgres), "statements.payment.sql"))
                    .contains("55P03");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(2))
                    .until(() -> postgres.rows("SELECT query FROM pg_stat_activity"
                                    + " WHERE application_name LIKE 'dedupe-jdbc-sink%'")
                            .isEmpty());
        }
    }

    @Test
    void aMissingDatabaseIsReportedOnTheUrl() {
        assertThat(onlyProblem(
                        SinkSetup.payments(postgres).set("connection.url", postgres.url() + "x"), "connection.url"))
                .contains("3D000");
    }

    @Test
    void aServerThatHangsIsReportedWithinTenSeconds() {
        postgres.server().freeze();
        try {
            long before = System.nanoTime();
            assertThat(onlyProblem(SinkSetup.payments(postgres), "connection.url"))
                    .contains("connection.validate=false");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(11));
            assertThat(problems(SinkSetup.payments(postgres).set("connection.validate", "false")))
                    .isEmpty();
        } finally {
            postgres.server().thaw();
        }
    }

    @Test
    void aTableThatCannotKeepTheClaimsIsReportedOnItsName() {
        postgres.run("CREATE TABLE processed_events (consumer text, event_id uuid, processed_at timestamptz,"
                + " PRIMARY KEY (event_id, consumer, processed_at)) PARTITION BY RANGE (processed_at)");
        assertThat(onlyProblem(SinkSetup.payments(postgres), "dedupe.table.name"))
                .contains("is partitioned by processed_at");
    }

    @Test
    void aTableThatCannotKeepTheOffsetsIsReportedOnItsName() {
        postgres.run("CREATE TABLE processed_offsets (consumer text, topic text, partition int, next_offset bigint)");
        assertThat(onlyProblem(SinkSetup.payments(postgres), "offsets.table.name"))
                .contains("expected: CREATE TABLE");
        postgres.run("DROP TABLE processed_offsets; CREATE UNLOGGED TABLE processed_offsets (consumer text, topic text,"
                + " partition int, next_offset bigint, updated_at timestamptz default now(),"
                + " PRIMARY KEY (consumer, topic, partition))");
        assertThat(onlyProblem(SinkSetup.payments(postgres), "offsets.table.name"))
                .contains("unlogged");
        postgres.run("ALTER TABLE processed_offsets SET LOGGED");
        assertThat(problems(SinkSetup.payments(postgres))).isEmpty();
    }

    @Test
    void aMissingOffsetsTableThatMayNotBeCreatedIsReportedWithItsDefinition() {
        assertThat(onlyProblem(SinkSetup.payments(postgres).set("offsets.table.create", "false"), "offsets.table.name"))
                .contains("create it with: CREATE TABLE")
                .contains("offsets.mode=none");
        assertThat(problems(SinkSetup.payments(postgres)
                        .set("offsets.table.create", "false")
                        .set("offsets.mode", "none")))
                .isEmpty();
    }

    @Test
    void missingPrivilegesAreReportedOnTheTableAndTheStatements() {
        postgres.run("DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN PASSWORD 'r'");
        SinkSetup setup = SinkSetup.payments(postgres)
                .set("connection.user", "reader")
                .set("connection.password", "r")
                .set("offsets.mode", "none");
        assertThat(problems(setup).get("dedupe.table.name").toString()).contains("may not create it");
        postgres.run("CREATE TABLE processed_events (consumer text, event_id uuid, PRIMARY KEY (event_id, consumer))");
        assertThat(problems(setup).get("dedupe.table.name").toString()).contains("lacks INSERT, SELECT");
        postgres.run("GRANT INSERT, SELECT ON processed_events, payments TO reader");
        assertThat(onlyProblem(setup, "statements.balance.sql"))
                .contains("42501")
                .contains("accounts")
                .contains("grant it");
        postgres.run("GRANT UPDATE, SELECT ON accounts TO reader");
        assertThat(problems(setup)).isEmpty();
        postgres.run("DROP OWNED BY reader; DROP ROLE reader");
    }

    @Test
    void whatARetentionNeedsIsReportedOnTheTable() {
        postgres.run("CREATE TABLE processed_events (consumer text, event_id uuid, PRIMARY KEY (event_id, consumer))");
        SinkSetup keeping =
                SinkSetup.payments(postgres).set("event.time.from", "uuidv7").set("dedupe.retention.ms", "864000000");
        assertThat(onlyProblem(keeping, "dedupe.table.name")).contains("ADD event_day date");
        assertThat(onlyProblem(keeping.set("dedupe.table.layout", "daily"), "dedupe.table.name"))
                .contains("PARTITION BY RANGE (event_day)");
        postgres.run("ALTER TABLE processed_events ADD event_day date NOT NULL DEFAULT current_date,"
                + " ADD processed_at timestamptz DEFAULT now()");
        assertThat(problems(keeping.set("dedupe.table.layout", "plain"))).isEmpty();
    }

    @Test
    void aTableInPartitionsByTheTimeOfTheClaimIsRefusedWithTheReason() {
        postgres.run("CREATE TABLE processed_events (consumer text, event_id uuid, processed_at timestamptz)"
                + " PARTITION BY RANGE (processed_at)");
        assertThat(onlyProblem(SinkSetup.payments(postgres), "dedupe.table.name"))
                .contains("is partitioned by processed_at")
                .contains("have its effect again");
    }

    @Test
    void aDatabaseThatTakesNoWritesIsReportedOnTheUrl() {
        postgres.run("ALTER DATABASE " + postgres.name() + " SET default_transaction_read_only = on");
        assertThat(onlyProblem(SinkSetup.payments(postgres), "connection.url")).contains("takes no writes");
    }

    @Test
    void toleratedErrorsWithoutAPlaceToGoAreRefused() {
        assertThat(onlyProblem(
                        SinkSetup.payments(postgres).without("errors.deadletterqueue.topic.name"), "errors.tolerance"))
                .contains("errors.deadletterqueue.topic.name");
    }
}
