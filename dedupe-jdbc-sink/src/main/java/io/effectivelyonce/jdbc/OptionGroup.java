package io.effectivelyonce.jdbc;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** A heading under which options are shown. They are printed in the order in which they are added. */
final class OptionGroup {
    private final ConfigDef options;
    private final String name;
    private int order;

    OptionGroup(ConfigDef options, String name) {
        this.options = options;
        this.name = name;
    }

    void add(
            String key,
            ConfigDef.Type type,
            Object byDefault,
            ConfigDef.Validator check,
            Importance importance,
            String documentation) {
        order++;
        if (check instanceof ConfigDef.Recommender words) {
            options.define(
                    key, type, byDefault, check, importance, documentation, name, order, Width.MEDIUM, key, words);
        } else {
            options.define(key, type, byDefault, check, importance, documentation, name, order, Width.LONG, key);
        }
    }
}
