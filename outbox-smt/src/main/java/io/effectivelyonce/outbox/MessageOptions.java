package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.message.MessageOutbox;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** Which logical messages are outbox rows. */
final class MessageOptions {
    static final ConfigDef.Validator VALIDATOR = ConfigDef.LambdaValidator.with(
            (key, value) -> {
                if (value != null) {
                    patterns(key, (List<?>) value);
                }
            },
            () -> "regular expressions for prefixes, separated by commas");

    private MessageOptions() {}

    static void define(OptionGroup group) {
        group.list(
                        Options.MESSAGE_PREFIXES,
                        VALIDATOR,
                        Importance.MEDIUM,
                        "Prefixes under which pg_logical_emit_message writes outbox rows, as regular expressions that match the prefix as a"
                                + " whole. The content is a JSON object with the columns of the outbox table; the payload keeps its text,"
                                + " whether it is a text or a nested document. Unset, logical messages pass untouched, as all others do.")
                .choice(
                        Options.BEHAVIOR_ON_NONTRANSACTIONAL,
                        Options.ON_NONTRANSACTIONAL,
                        MessageOutbox.OnNonTransactional.REFUSE,
                        Importance.MEDIUM,
                        "What becomes of such a message that was written outside its transaction, and is delivered even where that was"
                                + " rolled back: refuse (it is an invalid row, see " + Options.BEHAVIOR_ON_INVALID_ROW
                                + "), route or drop.");
    }

    static List<Pattern> patterns(String key, List<?> expressions) {
        return expressions.stream()
                .map(expression -> Regex.compile(key, expression.toString(), 0))
                .toList();
    }
}
