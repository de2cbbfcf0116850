package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Random tables, records, batches and crashes against a model that applies each event once, in offset order, to a map. */
class RandomRowsIT {
    /** The columns that every table has; the others are as chance will have it. */
    private static final List<String> COLUMNS = List.of("a", "b", "c");

    private static RealPostgres postgres;

    /** What is configured and what the table is like. */
    record World(
            boolean update,
            boolean guarded,
            boolean deletes,
            boolean soft,
            boolean demands,
            boolean trigger,
            int batch,
            List<RandomColumn> more) {
        static World of(Random random) {
            boolean deletes = random.nextInt(4) > 0;
            return new World(
                    random.nextInt(4) == 0,
                    random.nextBoolean(),
                    deletes,
                    deletes && random.nextInt(3) == 0,
                    random.nextBoolean(),
                    random.nextInt(4) == 0,
                    1 + random.nextInt(40),
                    Stream.generate(() -> RandomColumn.one(random))
                            .limit(random.nextInt(9))
                            .toList());
        }

        private static String name(int column) {
            return "more" + column;
        }

        private String names(String before, String after) {
            return IntStream.range(0, more.size())
                    .mapToObj(n -> ", " + before + name(n) + after)
                    .collect(Collectors.joining());
        }

        private String columns() {
            return IntStream.range(0, more.size())
                    .mapToObj(n -> ", " + name(n) + " " + more.get(n).type())
                    .collect(Collectors.joining());
        }

        String question() {
            return "SELECT id, coalesce(a, 'null'), coalesce(b::text, 'null'), coalesce(c, 'null'), coalesce(version::text, 'null'),"
                    + " deleted" + names("coalesce(", "::text, 'null')") + " FROM orders ORDER BY id";
        }

        Schema schema(String name) {
            return name.startsWith("more")
                    ? more.get(Integer.parseInt(name.substring(4))).schema()
                    : name.equals("b") ? Schema.OPTIONAL_INT32_SCHEMA : Schema.OPTIONAL_STRING_SCHEMA;
        }

        SinkSetup setup() {
            SinkSetup setup = SinkSetup.rows(postgres)
                    .set("insert.mode", update ? "update" : "upsert")
                    .set("pk.mode", "record_key")
                    .set("pk.fields", "id")
                    .set("batch.size", Integer.toString(batch));
            if (deletes) {
                setup.set("delete.enabled", "true").set("delete.mode", soft ? "soft" : "hard");
            }
            if (guarded) {
                setup.set("version.from", "header.version").set("version.column", "version");
            }
            return setup;
        }

        String tables() {
            // the rows that are there before let updates find some
            return RandomColumn.TYPES + "CREATE TABLE orders (id int PRIMARY KEY, a text, b int, c varchar(3)"
                    + (demands ? " NOT NULL" : "")
                    + ", version bigint, deleted boolean NOT NULL DEFAULT false" + columns() + ");"
                    + "INSERT INTO orders (id, c) VALUES (0, 'c'), (1, 'c');"
                    + (trigger
                            ? "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN coalesce(NEW, OLD); END';"
                                    + "CREATE TRIGGER note BEFORE INSERT OR UPDATE OR DELETE ON orders FOR EACH ROW"
                                    + " EXECUTE FUNCTION note();"
                            : "");
        }
    }

    /** What an event says; null for a deletion. */
    record Event(int id, int key, long version, Map<String, Object> fields, boolean described) {
        SinkRecord at(long offset, World world) {
            return RowEvents.put(offset, Events.id(id), key, value(world), version);
        }

        private Object value(World world) {
            if (fields == null) {
                return null;
            }
            Map<String, Object> values = new HashMap<>();
            fields.forEach((name, value) ->
                    values.put(name, value instanceof RandomColumn.Spelling spelling ? spelling.value() : value));
            if (!described) {
                return values;
            }
            SchemaBuilder schema = SchemaBuilder.struct();
            values.keySet().forEach(name -> schema.field(name, world.schema(name)));
            Struct struct = new Struct(schema.build());
            values.forEach(struct::put);
            return struct;
        }

        static Event of(int id, Random random, World world) {
            Map<String, Object> fields = new HashMap<>();
            for (String column : COLUMNS) {
                if (random.nextInt(3) > 0) {
                    Object value = column.equals("b")
                            ? (Object) random.nextInt(100)
                            : random.nextInt(25) == 0 ? "too long for c" : "x" + random.nextInt(90);
                    fields.put(column, random.nextInt(6) == 0 ? null : value);
                }
            }
            for (int n = 0; n < world.more().size(); n++) {
                if (random.nextInt(3) > 0) {
                    fields.put(
                            World.name(n),
                            random.nextInt(6) == 0 ? null : world.more().get(n).any(random));
                }
            }
            boolean deletion = world.deletes() && random.nextInt(4) == 0;
            return new Event(id, random.nextInt(6), random.nextInt(30), deletion ? null : fields, random.nextBoolean());
        }
    }

    @BeforeContainer
    static void start() {
        postgres = RealPostgres.start();
    }

    @AfterContainer
    static void stop() {
        postgres.close();
    }

    /** A map of rows that takes one event after the other. */
    private static final class Model {
        private final World world;
        private final Map<Integer, Map<String, Object>> rows = new TreeMap<>();
        private final Map<Integer, Long> deleted = new HashMap<>();
        private final Set<Integer> claimed = new HashSet<>();
        private int rejected;

        Model(World world) {
            this.world = world;
            for (int key = 0; key < 2; key++) {
                rows.put(key, new HashMap<>(Map.of("c", "c", "deleted", false)));
            }
        }

        void apply(Event event) {
            if (claimed.contains(event.id())) {
                return;
            }
            if (late(event) || (event.fields() == null ? delete(event) : put(event))) {
                claimed.add(event.id());
            } else {
                rejected++;
            }
        }

        private boolean late(Event event) {
            if (!world.guarded()) {
                return false;
            }
            long floor = deleted.getOrDefault(event.key(), -1L);
            Map<String, Object> row = rows.get(event.key());
            if (row != null && row.get("version") != null) {
                floor = Math.max(floor, (Long) row.get("version"));
            }
            return event.version() <= floor;
        }

        private boolean delete(Event event) {
            Map<String, Object> row = rows.get(event.key());
            if (!world.soft()) {
                rows.remove(event.key());
                deleted.put(event.key(), event.version());
                return true;
            }
            if (row == null && (!world.guarded() || world.demands())) {
                return !world.guarded();
            }
            Map<String, Object> kept = rows.computeIfAbsent(event.key(), key -> new HashMap<>());
            kept.put("deleted", true);
            if (world.guarded()) {
                kept.put("version", event.version());
            }
            return true;
        }

        private boolean put(Event event) {
            Map<String, Object> row = rows.get(event.key());
            Map<String, Object> after = row == null ? new HashMap<>() : new HashMap<>(row);
            after.putAll(event.fields());
            boolean fits = !(after.get("c") instanceof String text && text.length() > 3);
            boolean complete = !world.demands() || after.get("c") != null;
            if (!fits || !complete || (row == null && world.update())) {
                return false;
            }
            after.put("deleted", world.soft() ? false : row != null && (Boolean) row.get("deleted"));
            if (world.guarded()) {
                after.put("version", event.version());
            }
            rows.put(event.key(), after);
            return true;
        }

        List<String> state() {
            List<String> state = new ArrayList<>();
            rows.forEach((key, row) -> {
                StringBuilder text = new StringBuilder();
                text.append(key + " " + row.get("a") + " " + row.get("b") + " " + row.get("c") + " "
                        + row.get("version") + " " + ((Boolean) row.get("deleted") ? "t" : "f"));
                for (int n = 0; n < world.more().size(); n++) {
                    text.append(' ').append(row.get(World.name(n)));
                }
                state.add(text.toString());
            });
            return state;
        }
    }

    @Property(tries = 10, shrinking = ShrinkingMode.OFF)
    void theRowsAreThoseOfEachEventOnceInOrder(@ForAll long seed) {
        Random random = new Random(seed);
        World world = World.of(random);
        List<Event> log = new ArrayList<>();
        int size = 20 + random.nextInt(150);
        for (int n = 0; n < size; n++) {
            boolean again = n > 0 && random.nextInt(6) == 0;
            log.add(again ? log.get(random.nextInt(n)) : Event.of(n, random, world));
        }
        Model model = new Model(world);
        log.forEach(model::apply);

        postgres.newDatabase();
        postgres.run(world.tables());
        int letters = deliver(world, log, random, model.rejected > 0);

        assertThat(postgres.rows(world.question())).as("%s", world).isEqualTo(model.state());
        assertThat(postgres.count("processed_events")).isEqualTo(model.claimed.size());
        assertThat(letters).isGreaterThanOrEqualTo(model.rejected);
    }

    /**
     * In random polls, now and then by another task from what was committed. An event that was rejected may go well when it
     * comes again, out of its order: where there are such, each task ends in good order.
     */
    private static int deliver(World world, List<Event> log, Random random, boolean rejects) {
        int letters = 0;
        int at = 0;
        long committed = 0;
        TaskRun task = world.setup().start();
        while (at < log.size()) {
            int end = Math.min(log.size(), at + 1 + random.nextInt(60));
            List<SinkRecord> records = new ArrayList<>();
            for (int offset = at; offset < end; offset++) {
                records.add(log.get(offset).at(offset, world));
            }
            task.put(records);
            at = end;
            if (random.nextInt(6) == 0) {
                postgres.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE application_name LIKE 'dedupe-jdbc-sink%'");
            }
            if (random.nextInt(5) == 0) {
                if (rejects) {
                    task.settle();
                }
                committed = Math.max(committed, task.committable());
                task.stop();
                letters += task.letters().size();
                at = (int) committed;
                task = world.setup().start();
            }
        }
        task.settle();
        task.stop();
        return letters + task.letters().size();
    }
}
