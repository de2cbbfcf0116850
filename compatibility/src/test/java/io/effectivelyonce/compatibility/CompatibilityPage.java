package io.effectivelyonce.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The lines of docs/compatibility.md that a run makes. */
final class CompatibilityPage {
    private static final Path ROOT = Path.of(System.getProperty("house.root"));

    private CompatibilityPage() {}

    static List<String> committed() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/compatibility.md"));
    }

    /** A line for each worker and each server that has run. */
    static List<String> lines(Set<WorkerLine> sinks, Set<WorkerLine> sources, Set<PostgresLine> servers) {
        List<String> lines = new ArrayList<>();
        sinks.forEach(line -> lines.add("| %s | yes | yes | %s |".formatted(line, debezium(line, sources))));
        servers.forEach(line -> lines.add("| %s | yes |".formatted(line)));
        return lines;
    }

    /** From where the lines are copied into the page. */
    static void write(List<String> lines) throws IOException {
        Files.write(ROOT.resolve("compatibility/target/compatibility.md"), lines);
    }

    private static String debezium(WorkerLine line, Set<WorkerLine> sources) {
        if (!line.runsDebezium()) {
            return "Debezium does not run there";
        }
        return sources.contains(line) ? "yes" : "not tried";
    }
}
