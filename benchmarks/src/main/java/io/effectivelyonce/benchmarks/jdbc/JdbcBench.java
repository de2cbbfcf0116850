package io.effectivelyonce.benchmarks.jdbc;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.effectivelyonce.benchmarks.jdbc.OrderEvents.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
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
            ObjectNode report = report(length, rates);
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), report);
            print(report);
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

    private static ObjectNode report(Length length, Map<String, List<Double>> rates) throws IOException {
        ObjectNode report = new ObjectMapper().createObjectNode();
        report.put("benchmark", "jdbc");
        report.put("length", length.name());
        report.put("at", Instant.now().toString());
        report.put("processors", Runtime.getRuntime().availableProcessors());
        ObjectNode results = report.putObject("eventsPerSecond");
        Map<String, Double> medians = new HashMap<>();
        rates.forEach((name, all) -> {
            double[] sorted =
                    all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
            medians.put(name, median);
            results.putObject(name).put("median", median).put("min", sorted[0]).put("max", sorted[sorted.length - 1]);
        });
        ObjectNode ratios = report.putObject("ratios");
        double insert = medians.get("ours-insert");
        double tuned = Stream.of("debezium-rewrite", "debezium-unnest")
                .mapToDouble(medians::get)
                .max()
                .orElseThrow();
        ratios.put("vs_peer_tuned", insert / tuned);
        ratios.put("vs_peer_default", insert / medians.get("debezium-default"));
        ratios.put("vs_per_event", insert / medians.get("a transaction per event"));
        ratios.put("vs_copy_both", insert / medians.get("COPY into both"));
        ratios.put("accumulate_vs_insert", medians.get("ours-accumulate") / insert);
        ratios.put("redelivery_vs_first", medians.get("ours-redelivery") / insert);
        ratios.put("schemaless_vs_schemad", medians.get("ours-schemaless") / insert);
        return report;
    }

    private static void print(ObjectNode report) {
        System.out.printf("%n%-32s %12s %12s %12s%n", "events/s", "median", "min", "max");
        report.path("eventsPerSecond")
                .properties()
                .forEach(row -> System.out.printf(
                        "%-32s %,12.0f %,12.0f %,12.0f%n",
                        row.getKey(),
                        row.getValue().path("median").asDouble(),
                        row.getValue().path("min").asDouble(),
                        row.getValue().path("max").asDouble()));
        System.out.println();
        report.path("ratios")
                .properties()
                .forEach(row -> System.out.printf(
                        "%-32s %12.2f%n", row.getKey(), row.getValue().asDouble()));
    }
}
