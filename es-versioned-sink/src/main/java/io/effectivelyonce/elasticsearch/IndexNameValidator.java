package io.effectivelyonce.elasticsearch;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Accepts what {@link IndexName} can parse. */
final class IndexNameValidator implements ConfigDef.Validator {

    @Override
    public void ensureValid(String name, Object value) {
        try {
            IndexName.parse((String) value);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(name, value, e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "an index name with ${selectors}";
    }
}
