package io.effectivelyonce.endtoend.chaos;

import io.effectivelyonce.endtoend.Checkout;
import io.effectivelyonce.endtoend.stage.Outcome;
import io.effectivelyonce.endtoend.stage.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** One run: a stage of its own, the faults of one seed, and the audit. */
final class Round {
    private final Checkout checkout;
    private final Path folder;
    private final long seed;
    private final int faults;
    private final Duration limit;
    private final Map<String, Integer> struck = new TreeMap<>();

    /** At most so many faults, and none after the limit. */
    Round(Checkout checkout, Path folder, long seed, int faults, Duration limit) {
        this.checkout = checkout;
        this.folder = folder;
        this.seed = seed;
        this.faults = faults;
        this.limit = limit;
    }

    /**
     * What one seed has come to.
     *
     * @param faultsByKind how often a fault of each kind has met something, 0 included
     */
    record Result(long seed, Map<String, Integer> faultsByKind, Outcome outcome, long seconds) {
        int faults() {
            return faultsByKind.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    Result play(Chronicle chronicle) throws SQLException, IOException {
        long began = System.nanoTime();
        chronicle.tell("Seed " + seed + ": starting two PostgreSQL servers, Kafka, Elasticsearch and two workers");
        try (Stage stage = Stage.set(checkout, folder, new Random(seed))) {
            strike(stage, chronicle);
            chronicle.tell(
                    "No more faults; " + stage.served() + " events so far. Waiting until nothing moves any more");
            Outcome outcome = stage.end(() -> chronicle.tell("Holding everything against the shop's database"));
            return new Result(seed, struck, outcome, (System.nanoTime() - began) / 1_000_000_000);
        }
    }

    private void strike(Stage stage, Chronicle chronicle) {
        long end = System.nanoTime() + limit.toNanos();
        List<Schedule.Step> steps = new Schedule(seed).steps(faults);
        for (int i = 0; i < steps.size() && System.nanoTime() - end < 0; i++) {
            Schedule.Step step = steps.get(i);
            stage.last(step.pause());
            chronicle.tell("%3d/%d  %s".formatted(i + 1, faults, step.fault().description()));
            boolean met = step.fault().strike(stage);
            stage.awaitRunning();
            if (!met) {
                chronicle.tell("         ... and has met nothing");
            }
            struck.merge(step.fault().kind(), met ? 1 : 0, Integer::sum);
        }
    }
}
