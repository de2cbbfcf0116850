package io.effectivelyonce.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.OutcomeCounts;
import io.effectivelyonce.spine.metrics.Metric;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tables of the metrics page are what the code says. {@code -Ddocs.write} writes them anew. */
class MetricsPageTest {
    private static final Path PAGE = Path.of(System.getProperty("house.root"), "docs", "metrics.md");

    @Test
    void itsTablesAreMadeOfTheDefinitions() throws Exception {
        String page = Files.readString(PAGE);
        String made = page;
        for (Map.Entry<String, List<Metric>> section : sections().entrySet()) {
            made = withTable(made, section.getKey(), table(section.getValue()));
        }
        if (System.getProperty("docs.write") != null) {
            Files.writeString(PAGE, made);
        }
        assertThat(Files.readString(PAGE))
                .as("write it anew with mvn -pl site -am -Dtest=MetricsPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write test")
                .isEqualTo(made);
    }

    private static Map<String, List<Metric>> sections() throws ReflectiveOperationException {
        Map<String, List<Metric>> sections = new LinkedHashMap<>();
        sections.put("Every sink", OutcomeCounts.METRICS);
        sections.put("dedupe-jdbc-sink", metrics("io.effectivelyonce.jdbc.WritingMetrics"));
        sections.put("es-versioned-sink", metrics("io.effectivelyonce.elasticsearch.BulkMetrics"));
        return sections;
    }

    /** The definitions are the sink's own business, and no part of what it offers to others. */
    @SuppressWarnings("unchecked") // the field's type says so
    private static List<Metric> metrics(String owner) throws ReflectiveOperationException {
        Field field = Class.forName(owner).getDeclaredField("METRICS");
        field.setAccessible(true);
        return (List<Metric>) field.get(null);
    }

    private static String table(List<Metric> metrics) {
        StringBuilder table = new StringBuilder("| metric | tag | meaning |\n| --- | --- | --- |\n");
        for (Metric metric : metrics) {
            table.append("| `%s` | %s | %s |\n"
                    .formatted(
                            metric.name(),
                            metric.tag().isEmpty() ? "" : "`" + metric.tag() + "`",
                            metric.description()));
        }
        return table.toString();
    }

    /** The page with another table as the first thing of a section. */
    private static String withTable(String page, String section, String table) throws IOException {
        int heading = page.indexOf("\n## " + section + "\n\n| metric ");
        if (heading < 0) {
            throw new IOException(PAGE + " has no section " + section + " that begins with its table");
        }
        int from = page.indexOf("| metric ", heading);
        int until = page.indexOf("\n\n", from) + 1;
        return page.substring(0, from) + table + page.substring(until);
    }
}
