package io.effectivelyonce.outbox;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** An option that is one of a few words, written in any case. */
record Choice<E extends Enum<E>>(Class<E> words) implements ConfigDef.Validator, ConfigDef.Recommender {
    E parse(String key, Object value) {
        return Arrays.stream(words.getEnumConstants())
                .filter(word -> word.name().equalsIgnoreCase(String.valueOf(value)))
                .findFirst()
                .orElseThrow(() -> new ConfigException(key, value, "expected one of " + names()));
    }

    static String name(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    private List<String> names() {
        return Arrays.stream(words.getEnumConstants()).map(Choice::name).toList();
    }

    @Override
    public void ensureValid(String key, Object value) {
        if (value != null) {
            parse(key, value);
        }
    }

    @Override
    public List<Object> validValues(String key, Map<String, Object> parsed) {
        return List.copyOf(names());
    }

    @Override
    public boolean visible(String key, Map<String, Object> parsed) {
        return true;
    }

    @Override
    public String toString() {
        return "one of " + String.join(", ", names());
    }
}
