package io.effectivelyonce.outbox;

import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keys of EventRouter that do nothing here. They are accepted, so that a configuration can stay as it is, and named in the log. */
final class Unsupported {
    private static final Logger LOGGER = LoggerFactory.getLogger(Unsupported.class);

    private static final List<String> TRACING = List.of("tracing.operation.name", "tracing.with.context.field.only");

    private Unsupported() {}

    static void define(OptionGroup group) {
        TRACING.forEach(key -> group.name(
                key,
                null,
                Importance.LOW,
                "EventRouter names its OpenTelemetry spans with it. Accepted and ignored: no spans are written here; "
                        + Options.TRACE_CONTEXT + " hands the trace on."));
    }

    static void warnOf(Set<String> keys) {
        TRACING.stream()
                .filter(keys::contains)
                .forEach(key -> LOGGER.warn("The key '{}' does nothing here: no spans are written", key));
    }
}
