package io.effectivelyonce.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What a benchmark found: the median of each contestant with its range, and ratios within the run. */
public final class Report {
    private static final String RATES = "eventsPerSecond";
    private static final String RATIOS = "ratios";

    private final ObjectNode report = new ObjectMapper().createObjectNode();
    private final Map<String, Double> medians = new HashMap<>();

    /**
     * @param rates the events per second of each round, by contestant
     */
    public Report(String benchmark, String length, Map<String, List<Double>> rates) {
        report.put("benchmark", benchmark);
        report.put("length", length);
        report.put("at", Instant.now().toString());
        report.put("processors", Runtime.getRuntime().availableProcessors());
        ObjectNode results = report.putObject(RATES);
        rates.forEach((name, all) -> {
            double[] sorted =
                    all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
            medians.put(name, median);
            results.putObject(name).put("median", median).put("min", sorted[0]).put("max", sorted[sorted.length - 1]);
        });
        report.putObject(RATIOS);
    }

    /** The median of a contestant. */
    public double median(String name) {
        return medians.get(name);
    }

    /** The median of a contestant that may not have run. */
    public OptionalDouble measured(String name) {
        Double median = medians.get(name);
        return median == null ? OptionalDouble.empty() : OptionalDouble.of(median);
    }

    /** The ratios that were added, by name. */
    public JsonNode ratios() {
        return report.path(RATIOS);
    }

    /** Adds a ratio. */
    public void ratio(String name, double value) {
        report.withObject("/" + RATIOS).put(name, value);
    }

    /** Adds a figure of another kind. */
    public void figure(String name, double value) {
        report.put(name, value);
    }

    /** Writes all of it as JSON. */
    public void write(Path file) throws IOException {
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), report);
    }

    /** Prints it for people. */
    public void print() {
        System.out.printf("%n%-32s %12s %12s %12s%n", "events/s", "median", "min", "max");
        report.path(RATES)
                .properties()
                .forEach(row -> System.out.printf(
                        "%-32s %,12.0f %,12.0f %,12.0f%n",
                        row.getKey(),
                        row.getValue().path("median").asDouble(),
                        row.getValue().path("min").asDouble(),
                        row.getValue().path("max").asDouble()));
        System.out.println();
        report.path(RATIOS)
                .properties()
                .forEach(row -> System.out.printf(
                        "%-32s %12.2f%n", row.getKey(), row.getValue().asDouble()));
    }
}
