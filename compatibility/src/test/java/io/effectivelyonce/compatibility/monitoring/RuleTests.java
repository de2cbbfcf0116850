package io.effectivelyonce.compatibility.monitoring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The tests that promtool runs on the rules. */
record RuleTests(List<Map<String, Object>> tests) {
    private static final Path FOLDER =
            Path.of(System.getProperty("house.root"), "compatibility/src/test/resources/monitoring");

    static final List<Path> FILES =
            List.of(FOLDER.resolve("alerts-test.yml"), FOLDER.resolve("alerts-of-claims-test.yml"));

    @SuppressWarnings("unchecked") // the shape of the file is promtool's, which refuses any other
    static RuleTests read() throws IOException {
        List<Map<String, Object>> tests = new ArrayList<>();
        for (Path file : FILES) {
            tests.addAll((List<Map<String, Object>>) yaml(file).get("tests"));
        }
        return new RuleTests(tests);
    }

    static Map<String, Object> yaml(Path file) throws IOException {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
    }

    /** The alerts that are expected to be raised, or to be silent. */
    Set<String> alerts(Predicate<List<?>> expected) {
        Set<String> alerts = new TreeSet<>();
        each("alert_rule_test")
                .filter(test -> expected.test((List<?>) test.getOrDefault("exp_alerts", List.of())))
                .forEach(test -> alerts.add(test.get("alertname").toString()));
        return alerts;
    }

    /** The metrics that the tests make up. */
    Set<String> metrics() {
        Set<String> metrics = new TreeSet<>();
        each("input_series")
                .forEach(series -> metrics.add(series.get("series").toString().replaceFirst("\\{.*", "")));
        return metrics;
    }

    @SuppressWarnings("unchecked") // as above
    private Stream<Map<String, Object>> each(String part) {
        return tests.stream().flatMap(test -> ((List<Map<String, Object>>) test.get(part)).stream());
    }
}
