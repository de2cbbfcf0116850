package io.effectivelyonce.jdbc;

import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;

/** What users can type: every option with its default, its check and its documentation. */
final class JdbcSinkOptions {
    private JdbcSinkOptions() {}

    /** The configuration without what is set to JSON's null, which means the same as not set. */
    static Map<String, String> set(Map<String, String> config) {
        return config.entrySet().stream()
                .filter(entry -> entry.getValue() != null)
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The options of a configuration, the repeated {@code statements.NAME.*} and {@code connection.*} ones included. */
    static ConfigDef of(Map<String, String> config) {
        ConfigDef options = fixed();
        addRepeated(options, config);
        return options;
    }

    /** Adds the options that a configuration repeats under names of its own. */
    static void addRepeated(ConfigDef options, Map<String, String> config) {
        StatementOptions.names(config).forEach(name -> StatementOptions.define(options, name));
        config.keySet().stream()
                .filter(key -> key.startsWith(ConnectionOptions.PREFIX)
                        && !options.names().contains(key))
                .forEach(key -> ConnectionOptions.defineDriverProperty(options, key));
    }

    /** The options that stand in every configuration. */
    static ConfigDef fixed() {
        ConfigDef options = new ConfigDef();
        ConnectionOptions.define(new OptionGroup(options, "Database"));
        DedupeOptions.define(new OptionGroup(options, "Deduplication"));
        RetentionOptions.define(new OptionGroup(options, "Retention"));
        OffsetOptions.define(new OptionGroup(options, "Offsets"));
        StatementOptions.define(new OptionGroup(options, "Statements"));
        TableModeOptions.define(new OptionGroup(options, "Table mode"));
        WritingOptions.define(new OptionGroup(options, "Batches and retries"));
        return options;
    }
}
