package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;

/** The reference page is what the definitions say. {@code -Ddocs.write} writes it anew. */
class ReferencePageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("house.root"), "docs", "reference", "dedupe-jdbc-sink.md");

    private static final String HEAD = """
            # Options of dedupe-jdbc-sink

            `connector.class` is `CLASS`.

            This page is written from the option definitions; a test compares the two. How to write statements tells
            [jdbc-statements.md](../jdbc-statements.md).
            """;

    @Test
    void thePageSaysWhatTheDefinitionsSay() throws IOException {
        String page = page();
        if (System.getProperty("docs.write") != null) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("write it anew with mvn -pl dedupe-jdbc-sink -am -Dtest=ReferencePageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write test")
                .isEqualTo(page);
    }

    private static String page() {
        ConfigDef options = JdbcSinkOptions.fixed();
        StatementOptions.define(options, "NAME");
        List<ConfigKey> keys = options.names().stream()
                .map(options.configKeys()::get)
                .sorted((one, other) -> {
                    int groups = Integer.compare(
                            options.groups().indexOf(one.group),
                            options.groups().indexOf(other.group));
                    return groups != 0 ? groups : Integer.compare(one.orderInGroup, other.orderInGroup);
                })
                .toList();
        StringBuilder page = new StringBuilder(HEAD.replace("CLASS", DedupeJdbcSinkConnector.class.getName()));
        String group = "";
        for (ConfigKey key : keys) {
            if (!key.group.equals(group)) {
                group = key.group;
                page.append("\n## ").append(group).append("\n");
            }
            page.append("\n### `").append(key.name).append("`\n\n");
            page.append(String.join(" · ", facts(key))).append("\n\n");
            page.append(key.documentation).append("\n");
        }
        return page.toString();
    }

    private static List<String> facts(ConfigKey key) {
        return List.of(
                        key.type.name().toLowerCase(Locale.ROOT),
                        key.hasDefault() ? "default " + shown(key.defaultValue) : "required",
                        key.validator instanceof Choice ? "one of " + key.validator : "",
                        key.validator instanceof ConfigDef.Range ? key.validator.toString() : "",
                        "importance " + key.importance.name().toLowerCase(Locale.ROOT))
                .stream()
                .filter(fact -> !fact.isEmpty())
                .toList();
    }

    private static String shown(Object value) {
        String text = value instanceof List<?> list
                ? String.join(",", list.stream().map(Objects::toString).toList())
                : String.valueOf(value);
        return text.isEmpty() || text.equals("null") ? "none" : "`" + text + "`";
    }
}
