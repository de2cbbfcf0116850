package io.effectivelyonce.spine.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.types.Password;

/** The reference page of a plugin, written from its option definitions. A test of each plugin compares the two. */
public final class OptionPage {
    private final String plugin;
    private final String text;

    /**
     * @param plugin the name of the page and of the module
     * @param introduction stands before the options
     */
    public OptionPage(String plugin, String introduction, ConfigDef options) {
        this.plugin = plugin;
        this.text = text(introduction, options);
    }

    /** What the page has to say. */
    public String text() {
        return text;
    }

    /** What it says; {@code -Ddocs.write} writes it anew first. */
    public String written() throws IOException {
        Path page = Path.of(System.getProperty("house.root"), "docs", "reference", plugin + ".md");
        if (System.getProperty("docs.write") != null) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, text);
        }
        return Files.readString(page);
    }

    /** What to do where the two differ. */
    public String remedy() {
        return "write it anew with mvn -pl " + plugin + " -am -Dtest=ReferencePageTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write test";
    }

    private static String text(String introduction, ConfigDef options) {
        List<ConfigKey> keys = options.names().stream()
                .map(options.configKeys()::get)
                .sorted((one, other) -> {
                    int groups = Integer.compare(
                            options.groups().indexOf(one.group),
                            options.groups().indexOf(other.group));
                    return groups != 0 ? groups : Integer.compare(one.orderInGroup, other.orderInGroup);
                })
                .toList();
        StringBuilder page = new StringBuilder(introduction);
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
                        key.validator instanceof ConfigDef.Recommender words ? choices(key, words) : "",
                        key.validator instanceof ConfigDef.Range ? key.validator.toString() : "",
                        "importance " + key.importance.name().toLowerCase(Locale.ROOT))
                .stream()
                .filter(fact -> !fact.isEmpty())
                .toList();
    }

    private static String choices(ConfigKey key, ConfigDef.Recommender words) {
        List<Object> values = words.validValues(key.name, Map.of());
        return values.isEmpty()
                ? ""
                : values.stream()
                        .map(word -> word.equals("") ? "nothing" : word.toString())
                        .collect(Collectors.joining(", ", "one of [", "]"));
    }

    private static String shown(Object value) {
        String text = String.valueOf(value);
        if (value instanceof List<?> list) {
            text = String.join(",", list.stream().map(Objects::toString).toList());
        } else if (value instanceof Password password) {
            text = password.value(); // of a default there is nothing to hide
        }
        return text.isEmpty() || text.equals("null") ? "none" : "`" + text + "`";
    }
}
