package io.effectivelyonce.outbox;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;

/** Transforms under test, configured with keys and values in turn. */
final class Routers {
    private Routers() {}

    static Transformation<SourceRecord> configured(String... keysAndValues) {
        Transformation<SourceRecord> router = new OutboxEventRouter<>();
        router.configure(options(keysAndValues));
        return router;
    }

    static SourceRecord route(Envelopes row, String... keysAndValues) {
        return configured(keysAndValues).apply(row.record());
    }

    static Map<String, String> options(String... keysAndValues) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            options.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return options;
    }
}
