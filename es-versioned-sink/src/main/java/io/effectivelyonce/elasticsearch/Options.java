package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.http.SecurityOptions;
import io.effectivelyonce.elasticsearch.index.IndexOptions;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;

/** What users type, room by room, in the order of forms and the reference. Confluent's names where they exist, with the same meaning. */
final class Options {
    private static final ConfigDef DEFINITIONS = new ConfigDef();

    static {
        ConnectionOptions.addTo(DEFINITIONS);
        SecurityOptions.addTo(DEFINITIONS);
        DocumentOptions.addTo(DEFINITIONS);
        IndexOptions.addTo(DEFINITIONS);
        BatchOptions.addTo(DEFINITIONS);
    }

    private Options() {}

    static ConfigDef definitions() {
        return new ConfigDef(DEFINITIONS);
    }

    static Set<String> keys() {
        return DEFINITIONS.names();
    }

    /** The first words of our keys: what begins with one of them and isn't known is nobody's. */
    static Set<String> families() {
        return keys().stream()
                .filter(key -> key.indexOf('.') > 0)
                .map(key -> key.substring(0, key.indexOf('.')))
                .collect(Collectors.toSet());
    }
}
