package io.effectivelyonce.outbox;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** The quarantine needs a topic with a legal name. */
final class QuarantineCheck extends CrossCheck {
    @Override
    public void ensureValid(String key, Object value) {
        if (value instanceof String topic) {
            TopicName.flawOf(topic).ifPresent(flaw -> {
                throw new ConfigException(key, topic, "is " + flaw);
            });
        }
    }

    @Override
    void check(String key, Map<String, ?> parsed) {
        String quarantine = Choice.name(FaultPolicy.OnInvalidRow.QUARANTINE);
        if (parsed.get(Options.BEHAVIOR_ON_INVALID_ROW) instanceof String behavior
                && behavior.equalsIgnoreCase(quarantine)
                && parsed.get(key) == null) {
            throw new ConfigException(
                    key, null, "must name a topic, since " + Options.BEHAVIOR_ON_INVALID_ROW + " is " + quarantine);
        }
    }

    @Override
    public String toString() {
        return "a legal topic name";
    }
}
