package io.effectivelyonce.outbox;

import java.util.Map;

/** The topic's replacement may only refer to groups that the regular expression has. */
final class ReplacementCheck extends CrossCheck {
    @Override
    public void ensureValid(String key, Object value) {
        // any text may be right, depending on the regular expression
    }

    @Override
    void check(String key, Map<String, ?> parsed) {
        if (parsed.get(key) instanceof String replacement && parsed.get(Options.ROUTE_REGEX) instanceof String regex) {
            Regex.requireGroups(key, replacement, Regex.compile(Options.ROUTE_REGEX, regex, 0));
        }
    }

    @Override
    public String toString() {
        return "groups that " + Options.ROUTE_REGEX + " has";
    }
}
