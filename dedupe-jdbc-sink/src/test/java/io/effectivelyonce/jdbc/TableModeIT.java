package io.effectivelyonce.jdbc;

import static io.effectivelyonce.jdbc.Events.id;
import static io.effectivelyonce.jdbc.RowEvents.put;
import static io.effectivelyonce.jdbc.RowEvents.tombstone;
import static io.effectivelyonce.jdbc.RowEvents.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows instead of statements, without versions. */
class TableModeIT {
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
    }

    private static SinkSetup upserts() {
        return SinkSetup.rows(postgres)
                .set("insert.mode", "upsert")
                .set("pk.mode", "record_key")
                .set("pk.fields", "id")
                .set("delete.enabled", "true");
    }

    private static List<String> orders() {
        return postgres.rows("SELECT id, coalesce(v, '-') FROM orders ORDER BY id");
    }

    @Test
    void aRowIsInsertedAndItsColumnsAreSet() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 1, value("v", "a")), put(1, 2, value("v", "b")), put(2, 1, value("v", "c")));
            assertThat(task.letters()).isEmpty();
            assertThat(task.outcomes("applied")).isEqualTo(3);
        }
        assertThat(orders()).containsExactly("1 c", "2 b");
    }

    @Test
    void anEventThatComesAgainChangesNothing() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 1, value("v", "old")), put(1, 1, value("v", "new")));
            task.write(put(2, id(0), 1, value("v", "old"), null));
            assertThat(task.outcomes("duplicate")).isEqualTo(1);
        }
        assertThat(orders()).containsExactly("1 new");
    }

    @Test
    void putDeletePutOfOneKeyLeavesTheLastPutHoweverItIsCut() {
        List<SinkRecord> log = List.of(
                tombstone(0, 42),
                put(1, 42, value("v", "a")),
                tombstone(2, 42),
                put(3, 42, value("v", "b")),
                tombstone(4, 43));
        for (List<Integer> cuts :
                List.of(List.of(5), List.of(1, 4), List.of(2, 3), List.of(1, 1, 1, 1, 1), List.of(3, 2))) {
            postgres.newDatabase();
            postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
            try (TaskRun task = upserts().start()) {
                int at = 0;
                for (int size : cuts) {
                    task.write(log.subList(at, at + size));
                    at += size;
                }
            }
            assertThat(orders()).as("cut %s", cuts).containsExactly("42 b");
        }
    }

    @Test
    void manyRowsAreOneStatementAndHotKeysStayInOrder() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        List<SinkRecord> log = new ArrayList<>();
        for (int n = 0; n < 400; n++) {
            int key = n < 200 ? n : n % 3;
            log.add(n % 11 == 10 ? tombstone(n, key) : put(n, key, value("v", "v" + n)));
        }
        try (TaskRun task = upserts().start()) {
            task.write(log);
            assertThat(task.letters()).isEmpty();
            assertThat(task.metric("batches-total").longValue())
                    .as("a repeated key is no fault that would have to be isolated")
                    .isLessThanOrEqualTo(2);
        }
        Map<Integer, String> model = new java.util.TreeMap<>();
        for (int n = 0; n < 400; n++) {
            int key = n < 200 ? n : n % 3;
            if (n % 11 == 10) {
                model.remove(key);
            } else {
                model.put(key, "v" + n);
            }
        }
        assertThat(orders())
                .isEqualTo(model.entrySet().stream()
                        .map(row -> row.getKey() + " " + row.getValue())
                        .toList());
        assertThat(postgres.server().log()).content().contains("FROM unnest($1::text[], $2::text[])");
    }

    @Test
    void whatARecordLacksStaysAndWhatIsNullBecomesNull() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text, must int NOT NULL, other text DEFAULT 'x')");
        try (TaskRun task = upserts().start()) {
            task.write(
                    put(0, 1, value("v", "a", "must", 1)),
                    put(1, 2, value("v", "b", "must", 2, "other", "o")),
                    put(2, 1, value("v", "c")),
                    put(3, 2, value("v", null, "other", null)));
            assertThat(task.letters()).isEmpty();
            task.write(put(4, 3, value("v", "no row yet, and must is missing")));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining("23502")
                    .hasMessageContaining("column must")
                    .hasMessageContaining(id(4).toString());
        }
        assertThat(postgres.rows("SELECT id, coalesce(v, '-'), must, coalesce(other, '-') FROM orders ORDER BY id"))
                .containsExactly("1 c 1 x", "2 - 2 -");
    }

    @Test
    void anUpdateThatFindsNoRowIsAFaultOfTheRecordOrIgnored() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text); INSERT INTO orders VALUES (1, 'a'), (2, 'b')");
        List<SinkRecord> log = List.of(
                put(0, 1, value("v", "c")), put(1, 9, value("v", "x")), put(2, 2, value("v", "d")), tombstone(3, 1));
        try (TaskRun task = upserts().set("insert.mode", "update").start()) {
            task.write(log);
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining(id(1).toString())
                    .hasMessageContaining("no row");
        }
        assertThat(orders()).containsExactly("2 d");
        assertThat(postgres.count("processed_events")).isEqualTo(3);
        try (TaskRun task = upserts()
                .set("insert.mode", "update")
                .set("dedupe.consumer", "other")
                .set("behavior.on.missing.row", "ignore")
                .start()) {
            task.write(log);
            assertThat(task.letters()).isEmpty();
            assertThat(task.outcomes("applied")).isEqualTo(4);
        }
    }

    @Test
    void theRecordsAtFaultAreIsolatedAndTheOthersApplied() {
        postgres.run("CREATE TABLE parents (id int PRIMARY KEY); INSERT INTO parents VALUES (1);"
                + "CREATE TABLE orders (id int PRIMARY KEY, v varchar(10), parent int REFERENCES parents)");
        List<SinkRecord> log = new ArrayList<>();
        for (int n = 0; n < 1000; n++) {
            log.add(put(n, n, value("v", n == 600 ? "far too long to fit" : "v" + n, "parent", n == 417 ? 2 : 1)));
        }
        try (TaskRun task = upserts().start()) {
            task.write(log);
            assertThat(task.letters()).hasSize(2);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining("23503")
                    .hasMessageContaining("orders_parent_fkey")
                    .hasMessageContaining("table orders")
                    .hasMessageContaining(id(417).toString());
            assertThat(task.letters().get(1).reason())
                    .hasMessageContaining("22001")
                    .hasMessageContaining(id(600).toString());
            assertThat(postgres.count("orders")).isEqualTo(998);
            assertThat(postgres.count("processed_events")).isEqualTo(998);
            task.write(
                    put(1000, id(417), 417, value("v", "v", "parent", 1), null),
                    put(1001, id(600), 600, value("v", "v", "parent", 1), null));
            assertThat(task.letters()).hasSize(2);
        }
        assertThat(postgres.count("orders")).isEqualTo(1000);
    }

    @Test
    void insertFailsTheRecordWhoseRowIsThere() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text); INSERT INTO orders VALUES (2, 'b')");
        try (TaskRun task = upserts().set("insert.mode", "insert").start()) {
            task.write(put(0, 1, value("v", "a")), put(1, 2, value("v", "x")), put(2, 3, value("v", "c")));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("23505");
        }
        assertThat(orders()).containsExactly("1 a", "2 b", "3 c");
    }

    @Test
    void rowsWithoutAKeyAndRowsKeyedByCoordinates() {
        postgres.run(
                "CREATE TABLE orders (v text); CREATE TABLE kept (__connect_topic text, __connect_partition int,"
                        + " __connect_offset bigint, v text, PRIMARY KEY (__connect_topic, __connect_partition, __connect_offset))");
        try (TaskRun task =
                SinkSetup.rows(postgres).set("insert.mode", "insert").start()) {
            task.write(put(0, 1, value("v", "a")), put(1, 1, value("v", "a")));
        }
        assertThat(postgres.rows("SELECT v FROM orders")).containsExactly("a", "a");
        try (TaskRun task = SinkSetup.rows(postgres)
                .set("dedupe.consumer", "other")
                .set("insert.mode", "upsert")
                .set("pk.mode", "kafka")
                .set("table.name.format", "public.kept")
                .start()) {
            task.write(put(7, 1, value("v", "a")));
        }
        assertThat(postgres.rows("SELECT * FROM kept")).containsExactly("orders 0 7 a");
    }

    @Test
    void keysFromTheValueAndFromHeadersAndKindsThatDelete() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts()
                .set("pk.mode", "record_value")
                .set("delete.when.from", "value.gone")
                .set("delete.when.in", "true")
                .set("fields.whitelist", "v")
                .start()) {
            task.write(
                    put(0, 7, value("id", 1, "v", "a", "gone", false)),
                    put(1, 7, value("id", 2, "v", "b", "unknown", 5)),
                    put(2, 7, value("id", 1, "gone", true)));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(orders()).containsExactly("2 b");
        try (TaskRun task = upserts()
                .set("dedupe.consumer", "other")
                .set("pk.mode", "record_header")
                .set("pk.fields", "version")
                .set("table.name.format", "held")
                .start()) {
            postgres.run("CREATE TABLE held (version int PRIMARY KEY, v text)");
            task.write(
                    RowEvents.versioned(0, 5, "k", value("v", "a")), RowEvents.versioned(1, 6, "k", value("v", "b")));
            task.write(RowEvents.versioned(2, 5, "k", null));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT * FROM held")).containsExactly("6 b");
    }

    @Test
    void aRecordWithNothingButItsKeyTakesNoValueOfItsNeighbours() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 1, value("v", "a")), put(1, 2, value()), put(2, 3, value("v", "c")), put(3, 1, value()));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(orders()).containsExactly("1 a", "2 -", "3 c");
    }

    @Test
    void aNullInTheKeyIsAFaultOfTheRecord() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts()
                .set("pk.mode", "record_value")
                .set("delete.enabled", "false")
                .start()) {
            task.write(put(0, 1, value("id", null, "v", "a")), put(1, 1, value("v", "a")));
            assertThat(task.letters()).hasSize(2);
            assertThat(task.letters().get(0).reason()).hasMessageContaining("is null");
            assertThat(task.letters().get(1).reason()).hasMessageContaining("is missing");
        }
    }

    @Test
    void aTombstoneIsNotWantedUnlessRowsAreDeleted() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts().without("delete.enabled").start()) {
            task.write(put(0, 1, value("v", "a")), tombstone(1, 1));
            assertThat(task.outcomes("filtered")).isEqualTo(1);
        }
        assertThat(orders()).containsExactly("1 a");
        assertThat(postgres.count("processed_events")).isEqualTo(1);
    }

    @Test
    void aSoftDeleteKeepsTheRowAndALaterPutRevivesIt() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text, deleted boolean NOT NULL DEFAULT false)");
        try (TaskRun task = upserts().set("delete.mode", "soft").start()) {
            task.write(put(0, 1, value("v", "a")), put(1, 2, value("v", "b")), tombstone(2, 1), tombstone(3, 9));
            assertThat(postgres.rows("SELECT id, v, deleted FROM orders ORDER BY id"))
                    .containsExactly("1 a t", "2 b f");
            task.write(put(4, 1, value("v", "c")));
        }
        assertThat(postgres.rows("SELECT id, v, deleted FROM orders ORDER BY id"))
                .containsExactly("1 c f", "2 b f");
    }

    @Test
    void aTableWithATriggerIsWrittenInTheOrderOfEvents() {
        postgres.run("""
                CREATE TABLE orders (id int PRIMARY KEY, v text);
                CREATE TABLE seen (n serial, id int, what text);
                CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    INSERT INTO seen (id, what) VALUES (coalesce(NEW.id, OLD.id), TG_OP); RETURN coalesce(NEW, OLD); END $$;
                CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION note()""");
        try (TaskRun task = upserts().start()) {
            task.write(
                    put(0, 3, value("v", "a")),
                    put(1, 1, value("v", "b")),
                    tombstone(2, 3),
                    put(3, 2, value("v", "c")),
                    put(4, 1, value("v", "d")));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT id, what FROM seen ORDER BY n"))
                .containsExactly("3 INSERT", "1 INSERT", "3 DELETE", "2 INSERT", "1 UPDATE");
    }

    @Test
    void aSecondUniqueKeyIsFreedBeforeItIsTakenAgain() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text, CONSTRAINT orders_other_key UNIQUE (v))");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 1, value("v", "a")), put(1, 2, value("v", "b")));
            task.write(
                    put(2, 2, value("v", "x")),
                    put(3, 1, value("v", "b")),
                    tombstone(4, 1),
                    put(5, 3, value("v", "b")));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.server().log()).content().doesNotContain("violates unique constraint \"orders_other_key\"");
        assertThat(orders()).containsExactly("2 x", "3 b");
    }

    @Test
    void spellingsOfOneKeyAreOneRow() {
        postgres.run("CREATE EXTENSION citext; CREATE TABLE orders (id citext PRIMARY KEY, v text)");
        try (TaskRun task = upserts().start()) {
            task.write(
                    put(0, "Bolt", value("v", "a")), put(1, "nut", value("v", "b")), put(2, "BOLT", value("v", "c")));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(orders()).containsExactly("Bolt c", "nut b");
    }

    @Test
    void anIdentityColumnTakesTheKeyAndAComputedOneIsLeftAlone() {
        postgres.run("CREATE TABLE orders (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v text,"
                + " twice text GENERATED ALWAYS AS (v || v) STORED)");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 5, value("v", "a", "twice", "zz")), put(1, 5, value("v", "b", "twice", "zz")));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT * FROM orders")).containsExactly("5 b bb");
    }

    @Test
    void namesKeepTheirCaseUnlessTheyAreNotQuoted() {
        postgres.run("CREATE TABLE orders (\"Id\" int PRIMARY KEY, \"V\" text)");
        try (TaskRun task = upserts().set("pk.fields", "Id").start()) {
            task.write(put(0, 1, value("V", "a")));
            assertThat(task.letters()).isEmpty();
        }
        postgres.run("CREATE TABLE folded (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts()
                .set("dedupe.consumer", "other")
                .set("pk.fields", "Id")
                .set("table.name.format", "Folded")
                .set("quote.sql.identifiers", "never")
                .start()) {
            task.write(put(0, 1, value("V", "a")));
            assertThat(task.letters()).isEmpty();
        }
        assertThat(postgres.rows("SELECT * FROM folded")).containsExactly("1 a");
    }

    @Test
    void aFieldWithoutAColumnIsAFaultOfASchemalessRecord() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 1, value("v", "a")), put(1, 2, value("v", "a", "w", 1)));
            assertThat(task.letters()).hasSize(1);
            assertThat(task.letters().get(0).reason())
                    .hasMessageContaining("no column \"w\"")
                    .hasMessageContaining("fields.whitelist");
        }
    }

    @Test
    void aTableWithoutAMatchingUniqueIndexFailsTheTaskAndRejectsNothing() {
        postgres.run("CREATE TABLE orders (id int, v text)");
        try (TaskRun task = upserts().start()) {
            assertThatThrownBy(() -> task.write(put(0, 1, value("v", "a"))))
                    .hasMessageContaining("no unique index over exactly [id]");
            assertThat(task.letters()).isEmpty();
        }
    }

    @Test
    void aMissingTableFailsTheTaskAndLaterIsWaitedFor() {
        try (TaskRun task = upserts().start()) {
            assertThatThrownBy(() -> task.write(put(0, 1, value("v", "a"))))
                    .hasMessageContaining("table orders does not exist")
                    .hasMessageContaining("auto.create");
        }
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        try (TaskRun task = upserts().start()) {
            task.write(put(0, 1, value("v", "a")));
            postgres.run("ALTER TABLE orders RENAME TO away");
            task.put(put(1, 2, value("v", "b")));
            Awaitility.await()
                    .until(() -> postgres.server().log().toFile().length() > 0
                            && java.nio.file.Files.readString(postgres.server().log())
                                    .contains("to_regclass"));
            postgres.run("ALTER TABLE away RENAME TO orders");
            task.settle();
            assertThat(task.letters()).isEmpty();
        }
        assertThat(orders()).containsExactly("1 a", "2 b");
    }

    @Test
    void twoTasksOnTheSameKeysEndWithoutLoss() {
        postgres.run("CREATE TABLE orders (id int PRIMARY KEY, v text)");
        List<SinkRecord> forth = IntStream.range(0, 300)
                .mapToObj(n -> put(n, n % 50, value("v", "a" + n)))
                .toList();
        List<SinkRecord> back = IntStream.range(0, 300)
                .mapToObj(n -> put(1000 + n, 49 - n % 50, value("v", "b" + n)))
                .toList();
        // what one partition tells one task here is not what it tells the other: their offsets mean nothing to each
        // other
        SinkSetup setup = upserts().set("offsets.mode", "none");
        try (TaskRun one = setup.start();
                TaskRun other = setup.start()) {
            one.put(forth);
            other.put(back);
            one.settle();
            other.settle();
            assertThat(one.letters()).isEmpty();
            assertThat(other.letters()).isEmpty();
        }
        assertThat(postgres.count("orders")).isEqualTo(50);
        assertThat(postgres.server().log()).content().doesNotContain("deadlock detected");
        assertThat(postgres.count("processed_events")).isEqualTo(600);
    }
}
