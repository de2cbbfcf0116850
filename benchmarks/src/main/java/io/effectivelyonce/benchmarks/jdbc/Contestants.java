package io.effectivelyonce.benchmarks.jdbc;

import io.effectivelyonce.benchmarks.jdbc.JdbcBench.Length;
import io.effectivelyonce.benchmarks.jdbc.OrderEvents.Form;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everybody who brings the events into the tables. Those of one comparison stand beside each other: the machine changes with time. */
final class Contestants {
    private static final String OURS = "io.effectivelyonce.jdbc.DedupeJdbcSinkConnector";
    private static final String PEER = "io.debezium.connector.jdbc.JdbcSinkConnector";
    private static final String COLUMNS = "(id, customer, status, total, placed_at, lines)";
    private static final String VALUES = "(:id, :customer, :status, :total, :placed_at, :lines)";
    private static final String INSERT = "insert into orders " + COLUMNS + " values " + VALUES;
    private static final Map<String, String> UNNEST = Map.of("dialect.postgres.unnest.insert.enabled", "true");

    private final Length length;

    Contestants(Length length) {
        this.length = length;
    }

    List<Contestant> all() {
        SinkConnector insert = ours("ours-insert", Form.SCHEMA, 1, INSERT);
        return List.of(
                new CopyBoth("copy-into-both", length.events()),
                new BareLoop("bare-arrays", length.events(), BareLoop.Way.ARRAYS),
                new BareLoop("bare-copy", length.events(), BareLoop.Way.COPY),
                insert,
                peer("debezium-unnest", 1, tuned(UNNEST)),
                peer("debezium-rewrite", 1, tuned(Map.of("connection.url", "?reWriteBatchedInserts=true"))),
                peer("debezium-default", 1, Map.of()),
                perEvent("per-event", 0),
                new Redelivery("ours-redelivery", insert),
                ours("ours-schemaless", Form.SCHEMALESS, 1, INSERT),
                ours("ours-upsert", Form.SCHEMA, 1, guardedUpsert()),
                accumulate(),
                ours("ours-insert-4-tasks", Form.SCHEMA, 4, INSERT),
                peer("debezium-unnest-4-tasks", 4, tuned(UNNEST)),
                away(insert, "ours-insert-1ms", 1),
                perEvent("per-event-1ms", 1),
                away(insert, "ours-insert-3ms", 3),
                perEvent("per-event-3ms", 3),
                counting(ours("ours-time-ordered", Form.TIME_ORDERED, 1, INSERT)),
                full("ours-time-ordered-full", Form.TIME_ORDERED, FullClaims.Layout.TIME_ORDERED),
                full("ours-random-full", Form.SCHEMA, FullClaims.Layout.RANDOM),
                full("ours-daily-full", Form.SCHEMA, FullClaims.Layout.DAILY));
    }

    static boolean anyFull(Optional<String> only) {
        return only.isEmpty()
                || List.of("ours-time-ordered-full", "ours-random-full", "ours-daily-full").stream()
                        .anyMatch(name -> name.matches(only.get()));
    }

    private static String guardedUpsert() {
        return "insert into orders_versioned " + COLUMNS.replace(")", ", version)") + " values "
                + VALUES.replace(")", ", :header.version)")
                + " on conflict (id) do update set status = excluded.status, total = excluded.total,"
                + " version = excluded.version where orders_versioned.version < excluded.version";
    }

    private SinkConnector accumulate() {
        SinkConnector plain = ours(
                "ours-accumulate",
                Form.TREE,
                1,
                "insert into stock (sku, reserved) values (:item.sku, :item.quantity)"
                        + " on conflict (sku) do update set reserved = stock.reserved + excluded.reserved");
        plain.config().put("statements.order.for.each", "value.lines");
        plain.config().put("statements.order.order.by", "item.sku");
        return plain;
    }

    private SinkConnector ours(String name, Form form, int tasks, String sql) {
        Map<String, String> config = base(OURS, form, tasks);
        config.put("statements", "order");
        config.put("statements.order.sql", sql);
        return new SinkConnector(name, "processed_events", length.events(), 0, config);
    }

    private static SinkConnector away(SinkConnector near, String name, int roundTripMillis) {
        return new SinkConnector(name, near.table(), near.events(), roundTripMillis, near.config());
    }

    private PerEventConsumer perEvent(String name, int roundTripMillis) {
        // each event takes three journeys
        int events = Math.max(200, length.perEvent() / (1 + 4 * roundTripMillis));
        return new PerEventConsumer(name, topic(Form.SCHEMA, 1), events, roundTripMillis);
    }

    private FullClaims full(String name, Form form, FullClaims.Layout layout) {
        SinkConnector plain = ours(name, form, 1, INSERT);
        plain.config().putAll(layout.config());
        return new FullClaims(layout, counting(plain));
    }

    /** Counted by its rows: a table of many claims takes long to count. */
    private static SinkConnector counting(SinkConnector plain) {
        return new SinkConnector(plain.name(), "orders", plain.events(), plain.roundTripMillis(), plain.config());
    }

    private SinkConnector peer(String name, int tasks, Map<String, String> changes) {
        Map<String, String> config = base(PEER, Form.SCHEMA, tasks);
        config.put("insert.mode", "insert");
        config.put("primary.key.mode", "record_value");
        config.put("primary.key.fields", "id");
        config.put("collection.name.format", "orders");
        config.putAll(changes);
        return new SinkConnector(name, "orders", length.events(), 0, config);
    }

    private static Map<String, String> tuned(Map<String, String> changes) {
        Map<String, String> tuned = new HashMap<>(changes);
        tuned.put("batch.size", "5000");
        tuned.put("consumer.override.max.poll.records", "5000");
        tuned.put("consumer.override.max.partition.fetch.bytes", "8388608");
        tuned.put("consumer.override.fetch.max.bytes", "67108864");
        return tuned;
    }

    private static Map<String, String> base(String type, Form form, int tasks) {
        Map<String, String> config = new HashMap<>();
        config.put("connector.class", type);
        config.put("topics", topic(form, tasks));
        config.put("tasks.max", Integer.toString(tasks));
        config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        config.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        config.put("value.converter.schemas.enable", Boolean.toString(form.withSchema()));
        return config;
    }

    static String topic(Form form, int partitions) {
        return "orders-" + form.title() + "-" + partitions;
    }
}
