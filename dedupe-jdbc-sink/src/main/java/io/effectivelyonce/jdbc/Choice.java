package io.effectivelyonce.jdbc;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** One of a few words; offered to user interfaces, and anything else is refused. */
final class Choice implements ConfigDef.Validator, ConfigDef.Recommender {
    private final List<Object> words;

    private Choice(List<Object> words) {
        this.words = words;
    }

    static Choice of(String... words) {
        return new Choice(List.of((Object[]) words));
    }

    @Override
    public void ensureValid(String name, Object value) {
        if (!words.contains(value)) {
            throw new ConfigException(name, value, "must be one of " + this);
        }
    }

    @Override
    public List<Object> validValues(String name, Map<String, Object> config) {
        return words;
    }

    @Override
    public boolean visible(String name, Map<String, Object> config) {
        return true;
    }

    @Override
    public String toString() {
        return words.toString();
    }
}
