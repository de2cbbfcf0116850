package io.effectivelyonce.benchmarks.jdbc;

import io.effectivelyonce.benchmarks.Report;
import io.effectivelyonce.benchmarks.jdbc.OrderEvents.Form;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs all contestants in turn, several rounds, prints medians and ratios and writes them as JSON. */
public final class JdbcBench {
    private static final String OURS = "io.effectivelyonce.jdbc.DedupeJdbcSinkConnector";
    private static final String PEER = "io.debezium.connector.jdbc.JdbcSinkConnector";
    private static final String COLUMNS = "(id, customer, status, total, placed_at, lines)";
    private static final String VALUES = "(:id, :customer, :status, :total, :placed_at, :lines)";

    private final Length length;
    private final Optional<String> only;

    private JdbcBench(Length length, Optional<String> only) {
        this.length = length;
        this.only = only;
    }

    /** How much is measured. The first round warms everything and doesn't count. */
    record Length(String name, int events, int perEvent, int rounds) {
        static final Length FULL = new Length("full", 200_000, 5_000, 5);
        static final Length QUICK = new Length("quick", 50_000, 1_000, 2);
    }

    /**
     * Takes the file to write; {@code --quick} for a first impression instead of numbers to rely on; {@code --only=PATTERN} for some of the
     * contestants, without ratios, while something is being made faster.
     */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]).toAbsolutePath();
        Length length = List.of(arguments).contains("--quick") ? Length.QUICK : Length.FULL;
        Path root = Path.of(System.getProperty("house.root"));
        Files.createDirectories(file.getParent());
        try (Ground ground = Ground.start(root, Files.createTempDirectory(file.getParent(), "jdbc-"))) {
            Optional<String> only = List.of(arguments).stream()
                    .filter(each -> each.startsWith("--only="))
                    .map(each -> each.substring("--only=".length()))
                    .findFirst();
            Map<String, List<Double>> rates = new JdbcBench(length, only).run(ground);
            if (only.isPresent()) {
                return;
            }
            Report report = report(length, rates);
            report.write(file);
            report.print();
        }
    }

    private Map<String, List<Double>> run(Ground ground) throws Exception {
        for (Form form : Form.values()) {
            for (int partitions : new int[] {1, 4}) {
                String topic = topic(form, partitions);
                ground.stack().kafka().createTopic(topic, partitions);
                OrderEvents.send(ground.stack().kafka().bootstrapServers(), topic, partitions, length.events(), form);
            }
        }
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (int round = 0; round <= length.rounds(); round++) {
            for (Contestant each : contestants()) {
                if (only.filter(pattern -> !each.name().matches(pattern)).isPresent()) {
                    continue;
                }
                double rate = each.run(ground, round);
                System.out.printf(
                        "%s %-32s %,10.0f events/s%n", round == 0 ? "warm-up" : "round " + round, each.name(), rate);
                if (round > 0) {
                    rates.computeIfAbsent(each.name(), name -> new ArrayList<>())
                            .add(rate);
                }
            }
        }
        return rates;
    }

    private List<Contestant> contestants() {
        SinkConnector insert =
                ours("ours insert", Form.SCHEMA, 1, "insert into orders " + COLUMNS + " values " + VALUES);
        return List.of(
                new CopyBoth("COPY into both", length.events()),
                insert,
                new Redelivery("ours-redelivery", insert),
                ours("ours schemaless", Form.SCHEMALESS, 1, "insert into orders " + COLUMNS + " values " + VALUES),
                ours(
                        "ours upsert",
                        Form.SCHEMA,
                        1,
                        "insert into orders_versioned "
                                + COLUMNS.replace(")", ", version)") + " values "
                                + VALUES.replace(")", ", :header.version)")
                                + " on conflict (id) do update set status = excluded.status, total = excluded.total,"
                                + " version = excluded.version where orders_versioned.version < excluded.version"),
                accumulate(),
                ours("ours insert, 4 tasks", Form.SCHEMA, 4, "insert into orders " + COLUMNS + " values " + VALUES),
                peer("debezium default", 1, Map.of()),
                peer("debezium rewrite", 1, tuned(Map.of("connection.url", "?reWriteBatchedInserts=true"))),
                peer("debezium unnest", 1, tuned(Map.of("dialect.postgres.unnest.insert.enabled", "true"))),
                peer("debezium unnest, 4 tasks", 4, tuned(Map.of("dialect.postgres.unnest.insert.enabled", "true"))),
                new PerEventConsumer("a transaction per event", topic(Form.SCHEMA, 1), length.perEvent()));
    }

    private SinkConnector ours(String name, Form form, int tasks, String sql) {
        Map<String, String> config = base(OURS, form, tasks);
        config.put("dedupe.table.create", "false");
        config.put("statements", "order");
        config.put("statements.order.sql", sql);
        return new SinkConnector(name.replaceAll("[ ,]+", "-"), "processed_events", length.events(), config);
    }

    private SinkConnector accumulate() {
        SinkConnector plain = ours(
                "ours accumulate",
                Form.TREE,
                1,
                "insert into stock (sku, reserved)"
                        + " values (:item.sku, :item.quantity) on conflict (sku) do update set reserved = stock.reserved + excluded.reserved");
        plain.config().put("statements.order.for.each", "value.lines");
        plain.config().put("statements.order.order.by", "item.sku");
        return plain;
    }

    private SinkConnector peer(String name, int tasks, Map<String, String> changes) {
        Map<String, String> config = base(PEER, Form.SCHEMA, tasks);
        config.put("insert.mode", "insert");
        config.put("primary.key.mode", "record_value");
        config.put("primary.key.fields", "id");
        config.put("collection.name.format", "orders");
        config.putAll(changes);
        return new SinkConnector(name.replaceAll("[ ,]+", "-"), "orders", length.events(), config);
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
        config.put("value.converter.schemas.enable", Boolean.toString(form == Form.SCHEMA));
        return config;
    }

    private static String topic(Form form, int partitions) {
        return "orders-" + form.name().toLowerCase(Locale.ROOT) + "-" + partitions;
    }

    private static Report report(Length length, Map<String, List<Double>> rates) {
        Report report = new Report("jdbc", length.name(), rates);
        double insert = report.median("ours-insert");
        double tuned = Stream.of("debezium-rewrite", "debezium-unnest")
                .mapToDouble(report::median)
                .max()
                .orElseThrow();
        report.ratio("vs_peer_tuned", insert / tuned);
        report.ratio("vs_peer_default", insert / report.median("debezium-default"));
        report.ratio("vs_per_event", insert / report.median("a transaction per event"));
        report.ratio("vs_copy_both", insert / report.median("COPY into both"));
        report.ratio("accumulate_vs_insert", report.median("ours-accumulate") / insert);
        report.ratio("redelivery_vs_first", report.median("ours-redelivery") / insert);
        report.ratio("schemaless_vs_schemad", report.median("ours-schemaless") / insert);
        return report;
    }
}
