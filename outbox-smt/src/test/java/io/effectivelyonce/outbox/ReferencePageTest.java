package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;

/** The reference page is what the definitions say. {@code -Ddocs.write} writes it anew. */
class ReferencePageTest {
    private static final Path PAGE = Path.of(System.getProperty("house.root"), "docs", "reference", "outbox-smt.md");

    private static final String HEAD = """
            # Options of outbox-smt

            `transforms.NAME.type` is `CLASS`, and each key below stands behind `transforms.NAME.`.

            This page is written from the option definitions; a test compares the two. Which of them are EventRouter's, and what differs,
            tells [from-eventrouter.md](../from-eventrouter.md).
            """;

    @Test
    void thePageSaysWhatTheDefinitionsSay() throws IOException {
        String page = page();
        if (System.getProperty("docs.write") != null) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("write it anew with mvn -pl outbox-smt -am -Dtest=ReferencePageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write test")
                .isEqualTo(page);
    }

    private static String page() {
        ConfigDef options = Options.DEFINITION;
        Comparator<ConfigKey> byGroup =
                Comparator.comparingInt(key -> options.groups().indexOf(key.group));
        List<ConfigKey> keys = options.configKeys().values().stream()
                .sorted(byGroup.thenComparingInt(key -> key.orderInGroup))
                .toList();
        StringBuilder page = new StringBuilder(HEAD.replace("CLASS", OutboxEventRouter.class.getName()));
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
        return Stream.of(
                        key.type.name().toLowerCase(Locale.ROOT),
                        "default " + shown(key.defaultValue),
                        key.validator instanceof Choice || key.validator instanceof ConfigDef.Range
                                ? key.validator.toString()
                                : "",
                        "importance " + key.importance.name().toLowerCase(Locale.ROOT))
                .filter(fact -> !fact.isEmpty())
                .toList();
    }

    private static String shown(Object value) {
        return value == null ? "none" : "`" + Objects.toString(value) + "`";
    }
}
