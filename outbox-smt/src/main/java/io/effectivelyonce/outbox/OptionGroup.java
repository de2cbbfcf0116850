package io.effectivelyonce.outbox;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Options that belong together, in the order in which they are defined. */
final class OptionGroup {
    private final ConfigDef definition;
    private final String name;
    private int order;

    OptionGroup(ConfigDef definition, String name) {
        this.definition = definition;
        this.name = name;
    }

    /** The name of a column or a header: not empty. */
    OptionGroup name(String key, String defaultValue, Importance importance, String documentation) {
        return define(
                key,
                ConfigDef.Type.STRING,
                defaultValue,
                new ConfigDef.NonEmptyString(),
                importance,
                documentation,
                null);
    }

    /** A text with a check of its own, which may look at the other options too. */
    OptionGroup text(
            String key, String defaultValue, ConfigDef.Validator check, Importance importance, String documentation) {
        return define(key, ConfigDef.Type.STRING, defaultValue, check, importance, documentation, across(check));
    }

    private static ConfigDef.Recommender across(ConfigDef.Validator check) {
        return check instanceof ConfigDef.Recommender recommender ? recommender : null;
    }

    <E extends Enum<E>> OptionGroup choice(
            String key, Choice<E> choice, E defaultValue, Importance importance, String documentation) {
        String word = defaultValue == null ? null : Choice.name(defaultValue);
        return define(key, ConfigDef.Type.STRING, word, choice, importance, documentation, choice);
    }

    OptionGroup list(String key, ConfigDef.Validator check, Importance importance, String documentation) {
        return define(key, ConfigDef.Type.LIST, null, check, importance, documentation, across(check));
    }

    OptionGroup number(String key, long defaultValue, Importance importance, String documentation) {
        return define(
                key, ConfigDef.Type.LONG, defaultValue, ConfigDef.Range.atLeast(-1), importance, documentation, null);
    }

    /** A number without a default. */
    OptionGroup count(String key, CrossCheck check, Importance importance, String documentation) {
        return define(key, ConfigDef.Type.INT, null, check, importance, documentation, check);
    }

    OptionGroup flag(String key, Importance importance, String documentation) {
        return define(key, ConfigDef.Type.BOOLEAN, false, null, importance, documentation, null);
    }

    /** An older name, which has no default of its own. */
    OptionGroup olderFlag(String key, String documentation) {
        return define(key, ConfigDef.Type.BOOLEAN, null, null, Importance.LOW, documentation, null);
    }

    private OptionGroup define(
            String key,
            ConfigDef.Type type,
            Object defaultValue,
            ConfigDef.Validator check,
            Importance importance,
            String documentation,
            ConfigDef.Recommender recommender) {
        definition.define(
                key,
                type,
                defaultValue,
                check,
                importance,
                documentation,
                name,
                order++,
                Width.MEDIUM,
                key,
                recommender);
        return this;
    }
}
