package io.effectivelyonce.spine.config;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Adds options to the definitions, in a group and in the order in which forms and the reference are to show them. */
public final class OptionGroup {
    private final ConfigDef definitions;
    private final String name;
    private int order;

    public OptionGroup(ConfigDef definitions, String name) {
        this.definitions = definitions;
        this.name = name;
    }

    /**
     * Adds one.
     *
     * @param validator null if any value of the type will do; one that is a recommender too also offers values to forms
     */
    public OptionGroup add(
            String key,
            ConfigDef.Type type,
            Object defaultValue,
            ConfigDef.Validator validator,
            Importance importance,
            String documentation) {
        Width width = type == ConfigDef.Type.STRING || type == ConfigDef.Type.LIST ? Width.LONG : Width.SHORT;
        ConfigDef.Recommender recommender = validator instanceof ConfigDef.Recommender known ? known : null;
        definitions.define(
                key, type, defaultValue, validator, importance, documentation, name, ++order, width, key, recommender);
        return this;
    }
}
