package io.effectivelyonce.outbox;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * A rule about several options. Connect asks a recommender with all parsed options in hand when it validates, and hangs the exception on
 * the recommender's key: that puts the rule into the answer of the REST validation instead of a failed task.
 */
abstract class CrossCheck implements ConfigDef.Validator, ConfigDef.Recommender {
    /** Throws a {@link org.apache.kafka.common.config.ConfigException} when the options don't go together. */
    abstract void check(String key, Map<String, ?> parsed);

    @Override
    public List<Object> validValues(String key, Map<String, Object> parsed) {
        if (isValid(key, parsed.get(key))) {
            check(key, parsed);
        }
        return List.of();
    }

    /** What is wrong with the value alone has already been told. */
    private boolean isValid(String key, Object value) {
        try {
            ensureValid(key, value);
            return true;
        } catch (ConfigException toldAlready) {
            return false;
        }
    }

    @Override
    public boolean visible(String key, Map<String, Object> parsed) {
        return true;
    }
}
