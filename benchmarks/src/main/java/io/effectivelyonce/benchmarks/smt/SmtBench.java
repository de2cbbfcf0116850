package io.effectivelyonce.benchmarks.smt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs {@link RoutingBenchmark}, prints a table and writes it as JSON. */
public final class SmtBench {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private SmtBench() {}

    /** Takes the file to write, and {@code --quick} for a first impression instead of numbers to rely on. */
    public static void main(String[] arguments) throws IOException, RunnerException {
        Path file = Path.of(arguments[0]);
        Length length = List.of(arguments).contains("--quick") ? Length.QUICK : Length.FULL;
        ArrayNode rows = run(length);
        ObjectNode ratios = ratios(rows);
        write(file, length, rows, ratios);
        print(rows, ratios);
    }

    /** How long to measure; more forks show how much one JVM differs from the next. */
    record Length(String name, int forks, int warmups, int measurements, TimeValue time) {
        static final Length FULL = new Length("full", 3, 5, 5, TimeValue.seconds(1));
        static final Length QUICK = new Length("quick", 1, 3, 3, TimeValue.milliseconds(500));
        /** In this JVM, only to see that everything runs. */
        static final Length SMOKE = new Length("smoke", 0, 0, 1, TimeValue.milliseconds(20));
    }

    static ArrayNode run(Length length) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(RoutingBenchmark.class.getName())
                .forks(length.forks())
                .warmupIterations(length.warmups())
                .warmupTime(length.time())
                .measurementIterations(length.measurements())
                .measurementTime(length.time())
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class);
        return rows(new Runner(options.build()).run());
    }

    private static ArrayNode rows(Collection<RunResult> results) {
        ArrayNode rows = new ObjectMapper().createArrayNode();
        for (RunResult result : results) {
            ObjectNode row = rows.addObject();
            row.put("work", result.getParams().getParam("work"));
            row.put("router", result.getParams().getParam("router"));
            row.put("nanosecondsPerRecord", result.getPrimaryResult().getScore());
            row.put("error", result.getPrimaryResult().getScoreError());
            row.put(
                    "bytesPerRecord",
                    result.getSecondaryResults().get(ALLOCATED).getScore());
        }
        return rows;
    }

    /** What one record costs here, as a share of what it costs there; work that isn't plain is named at the end. */
    static ObjectNode ratios(ArrayNode rows) {
        ObjectNode ratios = new ObjectMapper().createObjectNode();
        for (RoutingBenchmark.Work work : RoutingBenchmark.Work.values()) {
            JsonNode ours = row(rows, work, RoutingBenchmark.Router.OURS);
            JsonNode theirs = row(rows, work, RoutingBenchmark.Router.EVENT_ROUTER);
            String suffix =
                    work == RoutingBenchmark.Work.PLAIN ? "" : "_" + work.name().toLowerCase(Locale.ROOT);
            ratios.put("time_vs_eventrouter" + suffix, share(ours, theirs, "nanosecondsPerRecord"));
            ratios.put("alloc_vs_eventrouter" + suffix, share(ours, theirs, "bytesPerRecord"));
        }
        return ratios;
    }

    private static JsonNode row(ArrayNode rows, RoutingBenchmark.Work work, RoutingBenchmark.Router router) {
        for (JsonNode row : rows) {
            if (row.path("work").asText().equals(work.name())
                    && row.path("router").asText().equals(router.name())) {
                return row;
            }
        }
        throw new IllegalStateException("Nothing was measured for " + work + " by " + router);
    }

    private static double share(JsonNode ours, JsonNode theirs, String figure) {
        return ours.path(figure).asDouble() / theirs.path(figure).asDouble();
    }

    private static void write(Path file, Length length, ArrayNode rows, ObjectNode ratios) throws IOException {
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode summary = json.createObjectNode();
        summary.put("benchmark", "smt");
        summary.put("length", length.name());
        summary.put("at", Instant.now().toString());
        summary.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        summary.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        summary.put("processors", Runtime.getRuntime().availableProcessors());
        summary.set("results", rows);
        summary.set("ratios", ratios);
        Files.createDirectories(file.toAbsolutePath().getParent());
        json.writeValue(file.toFile(), summary);
    }

    private static void print(ArrayNode rows, ObjectNode ratios) {
        System.out.printf("%n%-12s %-14s %14s %12s%n", "work", "router", "ns/record", "bytes/record");
        rows.forEach(row -> System.out.printf(
                "%-12s %-14s %8.0f ± %3.0f %12.0f%n",
                row.path("work").asText(),
                row.path("router").asText(),
                row.path("nanosecondsPerRecord").asDouble(),
                row.path("error").asDouble(),
                row.path("bytesPerRecord").asDouble()));
        System.out.println();
        ratios.properties()
                .forEach(ratio -> System.out.printf(
                        "%-32s %.2f%n", ratio.getKey(), ratio.getValue().asDouble()));
    }
}
