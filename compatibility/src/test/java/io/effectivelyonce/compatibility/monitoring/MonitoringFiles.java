package io.effectivelyonce.compatibility.monitoring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What connect-configs holds for Prometheus, and copies of it for a test. */
final class MonitoringFiles {
    private static final Path FOLDER = Path.of(System.getProperty("house.root"), "connect-configs", "monitoring");
    private static final Pattern SPAN = Pattern.compile("(\\[|for: |offset )([0-9]+)([hm])\\b");

    private MonitoringFiles() {}

    static Path alerts() {
        return FOLDER.resolve("alerts.yml");
    }

    static Path prometheus() {
        return FOLDER.resolve("prometheus.yml");
    }

    static Path dashboard() {
        return FOLDER.resolve("grafana/effectively-once.json");
    }

    /**
     * Writes a copy of the configuration and its rules in which minutes have become seconds and hours minutes, and that scrapes these
     * targets; gives the configuration's path.
     */
    static Path quickened(Path folder, List<String> targets) throws IOException {
        String quoted = targets.stream().map(each -> '"' + each + '"').collect(Collectors.joining(", "));
        String configuration = Files.readString(prometheus())
                .replace("\"connect:9404\"", quoted)
                .replace("scrape_interval: 15s", "scrape_interval: 2s")
                .replace("evaluation_interval: 15s", "evaluation_interval: 1s");
        Files.writeString(folder.resolve("alerts.yml"), quickened(Files.readString(alerts())));
        return Files.writeString(folder.resolve("prometheus.yml"), configuration);
    }

    private static String quickened(String rules) {
        Matcher spans = SPAN.matcher(rules);
        return spans.replaceAll(
                span -> span.group(1) + span.group(2) + (span.group(3).equals("h") ? "m" : "s"));
    }
}
