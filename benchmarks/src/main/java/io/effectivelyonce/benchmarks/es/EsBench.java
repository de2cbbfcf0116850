package io.effectivelyonce.benchmarks.es;

import io.effectivelyonce.benchmarks.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs all contestants in turn, several rounds, prints medians and ratios and writes them as JSON. */
public final class EsBench {
    private static final int BATCH = 2_000;
    private static final int IN_FLIGHT = 5;
    private static final String TOPIC = "products";

    private final Length length;
    private final List<Double> costs = new ArrayList<>();

    private EsBench(Length length) {
        this.length = length;
    }

    /** How much is measured. A node needs much warming: many passes before the first round, which itself doesn't count. */
    record Length(String name, int documents, int warming, int rounds) {
        static final Length FULL = new Length("full", 200_000, 10, 5);
        static final Length QUICK = new Length("quick", 50_000, 5, 2);
    }

    /** Takes the file to write; {@code --quick} for a first impression instead of numbers to rely on. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]).toAbsolutePath();
        Length length = List.of(arguments).contains("--quick") ? Length.QUICK : Length.FULL;
        Path root = Path.of(System.getProperty("house.root"));
        Files.createDirectories(file.getParent());
        try (Ground ground = Ground.start(root, Files.createTempDirectory(file.getParent(), "es-"))) {
            Report report = new EsBench(length).run(ground);
            report.write(file);
            report.print();
        }
    }

    private Report run(Ground ground) throws Exception {
        ground.stack().kafka().createTopic(TOPIC, 1);
        Products.send(ground.stack().kafka().bootstrapServers(), TOPIC, 1, length.documents());
        PreparedBulks prepared = prepared("prepared", Products.VERSION);
        for (int pass = 1; pass <= length.warming(); pass++) {
            System.out.printf("warming %-32s %,10.0f documents/s%n", prepared.name(), prepared.run(ground, 0));
        }
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (int round = 0; round <= length.rounds(); round++) {
            if (round == 1) {
                costs.clear();
            }
            for (Contestant each : contestants(prepared)) {
                double rate = each.run(ground, round);
                System.out.printf(
                        "%s %-32s %,10.0f documents/s%n", round == 0 ? "warm-up" : "round " + round, each.name(), rate);
                if (round > 0) {
                    rates.computeIfAbsent(each.name(), name -> new ArrayList<>())
                            .add(rate);
                }
            }
        }
        return report(rates);
    }

    private List<Contestant> contestants(PreparedBulks prepared) {
        PreparedBulks newer = new PreparedBulks(
                "newer", length.documents(), BATCH, IN_FLIGHT, Products.VERSION + 1, number -> number % 2 == 0);
        return List.of(
                prepared,
                new OneAtATime("one request at a time", TOPIC, length.documents(), BATCH),
                ours("ours", ground -> {}),
                ours("ours, redelivered", prepared::write),
                ours("ours, half stale", newer::write));
    }

    private PreparedBulks prepared(String name, long version) {
        return new PreparedBulks(name, length.documents(), BATCH, IN_FLIGHT, version, number -> true);
    }

    private SinkConnector ours(String name, SinkConnector.Before before) {
        Map<String, String> config = new HashMap<>();
        config.put("connector.class", "io.effectivelyonce.elasticsearch.VersionedElasticsearchSinkConnector");
        config.put("topics", TOPIC);
        config.put("tasks.max", "1");
        config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        config.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        config.put("value.converter.schemas.enable", "false");
        config.put("index.name.format", Ground.INDEX);
        config.put("version.from", "header.version");
        return new SinkConnector(
                name, length.documents(), config, before, name.equals("ours") ? costs : new ArrayList<>());
    }

    private Report report(Map<String, List<Double>> rates) {
        Report report = new Report("es", length.name(), rates);
        double first = report.median("ours");
        report.ratio("vs_prepared", first / report.median("prepared"));
        report.ratio("vs_one_in_flight", first / report.median("one request at a time"));
        report.ratio("redelivery_vs_first", report.median("ours, redelivered") / first);
        report.ratio("half_stale_vs_first", report.median("ours, half stale") / first);
        report.figure(
                "workerMicrosPerDocument",
                costs.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
        return report;
    }
}
