package io.effectivelyonce.outbox;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** A partition by hash needs the number of partitions. */
final class PartitionCountCheck extends CrossCheck {
    private static final ConfigDef.Validator COUNT = ConfigDef.Range.atLeast(1);

    @Override
    public void ensureValid(String key, Object value) {
        if (value != null) {
            COUNT.ensureValid(key, value);
        }
    }

    @Override
    void check(String key, Map<String, ?> parsed) {
        if (parsed.get(Options.PARTITION_BY) != null && parsed.get(key) == null) {
            throw new ConfigException(
                    key,
                    null,
                    "must say how many partitions the topics have, since " + Options.PARTITION_BY + " is set");
        }
    }

    @Override
    public String toString() {
        return COUNT.toString();
    }
}
