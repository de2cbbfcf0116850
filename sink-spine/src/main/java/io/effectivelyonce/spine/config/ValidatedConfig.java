package io.effectivelyonce.spine.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigValue;

/**
 * The answer of {@code PUT /connector-plugins/CLASS/config/validate} while it is being put together: what the option
 * definitions found, and the problems that only the plugin can see, each on the key that causes it.
 */
public final class ValidatedConfig {
    private final Map<String, ConfigValue> byKey;
    private final List<ConfigValue> values;

    public ValidatedConfig(List<ConfigValue> fromDefinitions) {
        this.values = new ArrayList<>(fromDefinitions);
        this.byKey = values.stream().collect(Collectors.toMap(ConfigValue::name, Function.identity()));
    }

    /** Adds a problem to a key; a key without a definition gets an entry of its own, without its value. */
    public void problem(String key, String message) {
        byKey.computeIfAbsent(key, unknown -> {
                    ConfigValue value = new ConfigValue(unknown);
                    values.add(value);
                    return value;
                })
                .addErrorMessage(message);
    }

    /** Puts a problem in place of those that a key has: they follow from this one. */
    public void problemInstead(String key, String message) {
        if (byKey.containsKey(key)) {
            byKey.get(key).errorMessages().clear();
        }
        problem(key, message);
    }

    /** Leaves the value of a key out of the answer, because it holds what nobody should read there. */
    public void conceal(String key) {
        if (byKey.containsKey(key)) {
            byKey.get(key).value(null);
        }
    }

    public void problems(Map<String, String> messagesByKey) {
        messagesByKey.forEach(this::problem);
    }

    public boolean hasProblems() {
        return values.stream().anyMatch(value -> !value.errorMessages().isEmpty());
    }

    /** Whether a key has been found fault with. */
    public boolean hasProblem(String key) {
        return byKey.containsKey(key) && !byKey.get(key).errorMessages().isEmpty();
    }

    public Config config() {
        return new Config(values);
    }
}
