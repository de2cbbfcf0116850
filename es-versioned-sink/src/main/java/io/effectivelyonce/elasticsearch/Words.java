package io.effectivelyonce.elasticsearch;

import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Accepts one of a few words in upper or lower case: Confluent writes them large. */
final class Words implements ConfigDef.Validator {
    private final List<String> words;

    private Words(List<String> words) {
        this.words = words;
    }

    static Words of(String... words) {
        return new Words(List.of(words));
    }

    @Override
    public void ensureValid(String name, Object value) {
        if (!words.contains(((String) value).toLowerCase(Locale.ROOT))) {
            throw new ConfigException(name, value, "must be one of " + this);
        }
    }

    @Override
    public String toString() {
        return String.join(", ", words);
    }
}
