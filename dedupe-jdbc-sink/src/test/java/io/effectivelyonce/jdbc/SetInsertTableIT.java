package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.select.Selector;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On which tables a plain insert may be written as one statement. */
class SetInsertTableIT {
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
    void database() {
        postgres.newDatabase();
        postgres.run("CREATE FUNCTION seen() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint';"
                + "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
                + "CREATE DOMAIN positive AS int CHECK (VALUE > 0); CREATE TYPE pair AS (a int, b int)");
    }

    private static boolean asSet(RowsExpected rows, String sql, String... types) {
        StatementConfig statement = new StatementConfig(
                0,
                "one",
                SqlTemplate.parse(sql),
                Selector.parse("topic"),
                Set.of(),
                Optional.empty(),
                Set.of(),
                rows,
                List.of());
        try (Connection connection = postgres.connection()) {
            return SetInsert.of(connection, statement, List.of(types)).isPresent();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true|CREATE TABLE t (a int PRIMARY KEY, b text DEFAULT upper('x'), c timestamptz DEFAULT now(), d serial)",
                "true|CREATE TABLE p (a int PRIMARY KEY); CREATE TABLE t (a int REFERENCES p CHECK (a > 0), b text UNIQUE)",
                "false|CREATE TABLE t (a int, b text); CREATE TRIGGER x AFTER INSERT ON t EXECUTE FUNCTION note()",
                "false|CREATE TABLE t (a int, b text); CREATE RULE x AS ON INSERT TO t DO ALSO SELECT 1",
                "false|CREATE TABLE t (a int, b text); ALTER TABLE t ENABLE ROW LEVEL SECURITY",
                "false|CREATE TABLE t (a int PRIMARY KEY REFERENCES t, b text)",
                "false|CREATE TABLE t (a int, b text, c bigint DEFAULT seen())",
                "false|CREATE TABLE t (a int CHECK (a > seen()), b text)",
                "false|CREATE TABLE t (a positive, b text)",
                "false|CREATE TABLE t (a int, b text, c pair)",
                "false|CREATE TABLE t (a int, b text, c box)",
                "false|CREATE TABLE t (a int, b text) PARTITION BY LIST (a)",
                "false|CREATE TABLE s (a int, b text); CREATE VIEW t AS SELECT * FROM s",
            })
    void onlyWhereNothingCanTellTheDifference(boolean asSet, String tables) {
        postgres.run(tables);
        assertThat(asSet(RowsExpected.ANY, "INSERT INTO t VALUES (:a, :b)", "int4", "text"))
                .isEqualTo(asSet);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true|CREATE TABLE t (a int PRIMARY KEY, b text)",
                "false|CREATE TABLE t (a int PRIMARY KEY, b text UNIQUE)",
                "false|CREATE TABLE t (a int PRIMARY KEY, b text, EXCLUDE (b WITH =))",
                "false|CREATE TABLE t (a int PRIMARY KEY, b text); CREATE TABLE s (t int REFERENCES t ON UPDATE CASCADE)",
            })
    void updatesOnlyWhereNoOtherKeyAndNoReferenceTellsTheirOrder(boolean asSet, String tables) {
        postgres.run(tables);
        String sql = "INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT (a) DO UPDATE SET b = excluded.b";
        assertThat(asSet(RowsExpected.ONE, sql, "int4", "text")).isEqualTo(asSet);
    }

    @Test
    void arraysStayOneByOne() {
        postgres.run("CREATE TABLE t (a int, b text[])");
        assertThat(asSet(RowsExpected.ANY, "INSERT INTO t VALUES (:a, :b)", "int4", "_text"))
                .isFalse();
    }

    @Test
    void whereRowsAreCountedARunMustBeCertainToAffectOne() {
        postgres.run("CREATE TABLE t (a int PRIMARY KEY, b text)");
        assertThat(asSet(RowsExpected.ONE, "INSERT INTO t VALUES (:a, :b)", "int4", "text"))
                .isTrue();
        assertThat(asSet(RowsExpected.ONE, "INSERT INTO t VALUES (:a, :b) ON CONFLICT DO NOTHING", "int4", "text"))
                .isFalse();
    }

    @Test
    void twoSpellingsOfOneKeyInOneEventAreWrittenOneAfterTheOther() {
        postgres.run("CREATE EXTENSION citext; CREATE TABLE t (sku citext PRIMARY KEY, n int)");
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("statements", "one")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .set("statements.one.for.each", "value.lines")
                .set(
                        "statements.one.sql",
                        "INSERT INTO t (sku, n) VALUES (:item.sku, :item.n) ON CONFLICT (sku) DO UPDATE SET n = excluded.n")
                .start()) {
            task.write(Events.event(
                    0,
                    Events.id(0),
                    "Counted",
                    Map.of("lines", List.of(Map.of("sku", "bolt", "n", 1), Map.of("sku", "BOLT", "n", 2)))));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT sku, n FROM t")).containsExactly("bolt 2");
    }

    @Test
    void aBareNumberForAnIntervalOfMinutesIsReadAsOneRunReadsIt() {
        postgres.run("CREATE TABLE t (id int, span interval minute)");
        try (TaskRun task = SinkSetup.payments(postgres)
                .set("statements", "one")
                .without("statements.payment.sql")
                .without("statements.payment.when.in")
                .without("statements.balance.sql")
                .without("statements.balance.when.in")
                .set("statements.one.sql", "INSERT INTO t (id, span) VALUES (:id, :span)")
                .start()) {
            task.write(IntStream.range(0, 2 * CopyInsert.FEW)
                    .mapToObj(i -> Events.event(i, Events.id(i), "Spanned", Map.of("id", i, "span", "90")))
                    .toList());
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT DISTINCT span FROM t")).containsExactly("00:01:00");
    }
}
