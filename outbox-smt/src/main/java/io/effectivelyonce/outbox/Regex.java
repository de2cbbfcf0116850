package io.effectivelyonce.outbox;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Regular expressions in options. */
final class Regex {
    static final ConfigDef.Validator VALIDATOR = ConfigDef.LambdaValidator.with(
            (key, value) -> compile(key, (String) value, 0), () -> "a regular expression");

    private Regex() {}

    static Pattern compile(String key, String expression, int flags) {
        try {
            return Pattern.compile(expression, flags);
        } catch (PatternSyntaxException e) {
            throw new ConfigException(key, expression, "is no regular expression: " + e.getMessage());
        }
    }

    /**
     * Refuses a replacement that refers to a group which the expression doesn't have. Tried on an expression that also matches nothing,
     * whose groups are then empty.
     */
    static void requireGroups(String key, String replacement, Pattern expression) {
        Pattern matchesNothingToo = Pattern.compile("(?:" + expression.pattern() + "\n)|");
        try {
            matchesNothingToo.matcher("").replaceFirst(replacement);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new ConfigException(
                    key,
                    replacement,
                    "doesn't fit the regular expression " + expression.pattern() + ": " + e.getMessage());
        }
    }
}
