package io.effectivelyonce.benchmarks.jdbc;

import io.effectivelyonce.benchmarks.Report;
import io.effectivelyonce.benchmarks.jdbc.OrderEvents.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs all contestants in turn, several rounds, prints medians and ratios and writes them as JSON. */
public final class JdbcBench {
    /** So many places further begins the next round. */
    private static final int NEXT_FIRST = 4;

    private final Length length;
    private final long claims;
    private final Optional<String> only;

    private JdbcBench(Length length, long claims, Optional<String> only) {
        this.length = length;
        this.claims = claims;
        this.only = only;
    }

    /** How much is measured. The first round warms everything and doesn't count. */
    record Length(String name, int events, int perEvent, int rounds, long claims) {
        static final Length FULL = new Length("full", 200_000, 5_000, 5, 1_000_000);
        static final Length QUICK = new Length("quick", 50_000, 1_000, 2, 200_000);
    }

    /**
     * Takes the file to write; {@code --quick} for a first impression instead of numbers to rely on; {@code --only=PATTERN} for some of
     * the contestants; {@code --claims=N} for the claims in the tables that hold some already; {@code --check} to fail if a ratio is
     * less than half of the recorded one.
     */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]).toAbsolutePath();
        Length length = List.of(arguments).contains("--quick") ? Length.QUICK : Length.FULL;
        long claims = option(arguments, "--claims=").map(Long::valueOf).orElse(length.claims());
        Path root = Path.of(System.getProperty("house.root"));
        Files.createDirectories(file.getParent());
        try (Ground ground = Ground.start(root, Files.createTempDirectory(file.getParent(), "jdbc-"))) {
            JdbcBench bench = new JdbcBench(length, claims, option(arguments, "--only="));
            Report report = bench.report(bench.run(ground));
            report.write(file);
            report.print();
            if (List.of(arguments).contains("--check")) {
                check(root, report);
            }
        }
    }

    private static void check(Path root, Report report) throws IOException {
        List<String> collapsed =
                Recorded.in(root.resolve("benchmarks/recorded/jdbc.json")).collapsed(report.ratios());
        if (!collapsed.isEmpty()) {
            throw new IllegalStateException("Collapsed: " + String.join("; ", collapsed));
        }
    }

    private static Optional<String> option(String[] arguments, String prefix) {
        return List.of(arguments).stream()
                .filter(each -> each.startsWith(prefix))
                .map(each -> each.substring(prefix.length()))
                .findFirst();
    }

    private Map<String, List<Double>> run(Ground ground) throws Exception {
        if (Contestants.anyFull(only)) {
            FullClaims.fill(ground, claims);
        }
        for (Form form : Form.values()) {
            for (int partitions : form == Form.SCHEMA ? new int[] {1, 4} : new int[] {1}) {
                String topic = Contestants.topic(form, partitions);
                ground.stack().kafka().createTopic(topic, partitions);
                OrderEvents.send(ground.stack().kafka().bootstrapServers(), topic, partitions, length.events(), form);
            }
        }
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (int round = 0; round <= length.rounds(); round++) {
            List<Contestant> turn = new ArrayList<>(new Contestants(length).all());
            // the worker's code is warmer for those who come later
            Collections.rotate(turn, -NEXT_FIRST * round);
            for (Contestant each : turn) {
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

    private Report report(Map<String, List<Double>> rates) {
        Report report = new Report("jdbc", length.name(), rates);
        report.figure("events", length.events());
        report.figure("claims", (double) claims);
        Ratios.addTo(report);
        return report;
    }
}
