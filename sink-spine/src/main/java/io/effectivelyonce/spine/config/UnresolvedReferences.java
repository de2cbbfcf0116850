package io.effectivelyonce.spine.config;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds values that still hold a reference such as {@code ${env:NAME}}. Connect leaves one as it stands, without a word, when the worker
 * has no provider of that name or the provider doesn't know the key; what is said of the value after that only misleads.
 */
public final class UnresolvedReferences {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}:]+):[^}]*}");

    private UnresolvedReferences() {}

    /**
     * The keys whose value holds one, each with the message that refuses it. The message names the reference, never the rest of
     * the value.
     *
     * @param ours which keys to look at
     */
    public static Map<String, String> in(Map<String, String> config, Predicate<String> ours) {
        Map<String, String> problems = new TreeMap<>();
        config.forEach((key, value) -> {
            Matcher reference = REFERENCE.matcher(value == null ? "" : value);
            if (ours.test(key) && reference.find()) {
                problems.put(
                        key,
                        "holds " + reference.group()
                                + ", which the worker has not resolved: it needs a config provider named '"
                                + reference.group(1)
                                + "' (config.providers in the worker's properties) that is allowed to read this, and what is"
                                + " referred to must be there");
            }
        });
        return problems;
    }
}
