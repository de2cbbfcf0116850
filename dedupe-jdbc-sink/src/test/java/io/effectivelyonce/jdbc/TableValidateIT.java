package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the database says to a configuration of table mode. */
class TableValidateIT {
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
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text, version bigint, deleted boolean)");
    }

    private static SinkSetup guarded() {
        return SinkSetup.rows(postgres)
                .set("insert.mode", "upsert")
                .set("pk.mode", "record_key")
                .set("pk.fields", "id")
                .set("delete.enabled", "true")
                .set("version.from", "header.version")
                .set("version.column", "version");
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
        assertThat(problems.keySet()).as("%s", problems).isEqualTo(Set.of(key));
        return String.join(" ", problems.get(key));
    }

    @Test
    void aRightConfigurationHasNoProblemAndCreatesNothing() {
        assertThat(problems(guarded())).isEmpty();
        assertThat(problems(guarded().set("delete.mode", "soft"))).isEmpty();
        assertThat(problems(guarded().set("topics", "others").set("auto.create", "true")))
                .isEmpty();
        assertThat(postgres.rows("SELECT count(*) FROM pg_class WHERE relname IN ('deleted_rows', 'others')"))
                .containsExactly("0");
    }

    @Test
    void eachProblemIsOnTheKeyThatCausesIt() {
        assertThat(onlyProblem(guarded().set("topics", "orders,others"), "table.name.format"))
                .contains("table others does not exist");
        assertThat(onlyProblem(guarded().set("pk.fields", "nr"), "pk.fields")).contains("no column \"nr\"");
        assertThat(onlyProblem(guarded().set("pk.fields", "v"), "pk.fields"))
                .contains("no unique index over exactly [v]");
        assertThat(onlyProblem(guarded().set("version.column", "v"), "version.column"))
                .contains("bigint");
        assertThat(onlyProblem(guarded().set("fields.whitelist", "v,w"), "fields.whitelist"))
                .contains("no column \"w\"");
        assertThat(onlyProblem(
                        guarded().set("delete.mode", "soft").set("soft.delete.column", "v"), "soft.delete.column"))
                .contains("boolean");
        postgres.run("CREATE TABLE deleted_rows (row_key text)");
        assertThat(onlyProblem(guarded(), "guard.table.name")).contains("another layout");
    }

    @Test
    void topicsThatATransformRenamesAreNotLookedFor() {
        assertThat(problems(guarded().set("topics", "db.orders").set("transforms", "route")))
                .isEmpty();
        assertThat(onlyProblem(
                        guarded().set("transforms", "route").set("table.name.format", "nowhere"), "table.name.format"))
                .contains("nowhere");
    }

    @Test
    void missingPrivilegesAreReportedOnWhatNeedsThem() {
        postgres.run("DROP ROLE IF EXISTS clerk; CREATE ROLE clerk LOGIN PASSWORD 'c';"
                + "CREATE TABLE processed_events (consumer text, event_id uuid, PRIMARY KEY (event_id, consumer));"
                + "CREATE TABLE deleted_rows (table_name text, row_key jsonb, version bigint, deleted_at timestamptz DEFAULT now(),"
                + " PRIMARY KEY (table_name, row_key)); GRANT INSERT, SELECT ON processed_events TO clerk");
        SinkSetup setup = guarded()
                .set("connection.user", "clerk")
                .set("connection.password", "c")
                .set("offsets.mode", "none");
        assertThat(problems(setup).keySet()).isEqualTo(Set.of("insert.mode", "delete.enabled", "guard.table.name"));
        postgres.run("GRANT INSERT, UPDATE, SELECT, DELETE ON orders TO clerk;"
                + "GRANT INSERT, UPDATE, SELECT ON deleted_rows TO clerk");
        assertThat(problems(setup)).isEmpty();
        try (TaskRun task = setup.start()) {
            task.write(
                    RowEvents.versioned(0, 1, 1, RowEvents.value("v", "a")),
                    RowEvents.versioned(1, 2, 1, null),
                    RowEvents.versioned(2, 2, 2, null));
            assertThat(task.letters()).isEmpty();
        }
        postgres.run("DROP OWNED BY clerk; DROP ROLE clerk");
    }
}
