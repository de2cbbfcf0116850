package io.effectivelyonce.outbox;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;

/** A configuration and the records that go through it. */
record Scenario(Map<String, String> options, List<SourceRecord> records) {
    boolean hasEnvelope() {
        return options.getOrDefault(Options.PLACEMENT, "").contains("envelope");
    }
}
