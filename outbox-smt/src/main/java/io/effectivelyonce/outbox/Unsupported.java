package io.effectivelyonce.outbox;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;

/** Keys of EventRouter that would do nothing here. They are refused, since somebody who sets them counts on them. */
final class Unsupported {
    private static final ConfigDef.Validator REFUSAL = ConfigDef.LambdaValidator.with(
            (key, value) -> {
                if (value != null) {
                    throw new ConfigException(key, value, "is not supported here; remove the key");
                }
            },
            () -> "unset");

    private static final List<String> TRACING =
            List.of("tracing.span.context.field", "tracing.operation.name", "tracing.with.context.field.only");

    private Unsupported() {}

    static void define(OptionGroup group) {
        TRACING.forEach(key -> group.text(
                key,
                null,
                REFUSAL,
                Importance.LOW,
                "EventRouter writes OpenTelemetry spans with it. Not supported here: place a column that holds the trace context as"
                        + " header instead."));
    }
}
