package io.effectivelyonce.outbox;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;

/** The prefixes of logical messages that are outbox rows. */
final class MessagePrefixes {
    static final ConfigDef.Validator VALIDATOR = ConfigDef.LambdaValidator.with(
            (key, value) -> {
                if (value != null) {
                    patterns(key, (List<?>) value);
                }
            },
            () -> "regular expressions for prefixes, separated by commas");

    private MessagePrefixes() {}

    static List<Pattern> patterns(String key, List<?> expressions) {
        return expressions.stream()
                .map(expression -> Regex.compile(key, expression.toString(), 0))
                .toList();
    }
}
