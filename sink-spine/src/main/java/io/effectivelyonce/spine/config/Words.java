package io.effectivelyonce.spine.config;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** One of a few words, in upper or lower case: other connectors write them large. Offered to user interfaces. */
public final class Words implements ConfigDef.Validator, ConfigDef.Recommender {
    private final List<String> words;

    private Words(List<String> words) {
        this.words = words;
    }

    public static Words of(String... words) {
        return new Words(List.of(words));
    }

    @Override
    public void ensureValid(String name, Object value) {
        if (words.stream().noneMatch(word -> word.equalsIgnoreCase(String.valueOf(value)))) {
            throw new ConfigException(name, value, "must be one of " + this);
        }
    }

    @Override
    public List<Object> validValues(String name, Map<String, Object> config) {
        return List.copyOf(words);
    }

    @Override
    public boolean visible(String name, Map<String, Object> config) {
        return true;
    }

    @Override
    public String toString() {
        return String.join(", ", words);
    }
}
