package io.effectivelyonce.spine.config;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Finds keys that lie within two letters of one of ours, or begin with the same word as one of ours ({@code connection.}) and
 * are unknown all the same. Connect ignores unknown keys, so a misspelt one would silently mean the default.
 */
public final class Misspellings {
    private static final int NEAR = 2;

    private final Set<String> ours;
    private final Predicate<String> othersKey;

    /**
     * @param ours the keys of the plugin
     * @param othersKey whether a key is known to belong to somebody else (Connect, a driver) and is right as it stands
     */
    public Misspellings(Set<String> ours, Predicate<String> othersKey) {
        this.ours = Set.copyOf(ours);
        this.othersKey = othersKey.or(Misspellings::belongsToConnect);
    }

    /** The misspelt keys of a configuration, each with the message that refuses it. */
    public Map<String, String> in(Map<String, String> config) {
        Map<String, String> problems = new TreeMap<>();
        for (String key : config.keySet()) {
            if (!ours.contains(key) && !othersKey.test(key)) {
                meant(key)
                        .ifPresent(
                                meant -> problems.put(key, "unknown key '" + key + "'; did you mean '" + meant + "'?"));
            }
        }
        return problems;
    }

    private Optional<String> meant(String key) {
        return nearest(key, one -> distance(key, one) <= NEAR)
                .or(() -> nearest(
                        key, one -> key.indexOf('.') > 0 && firstWord(key).equals(firstWord(one))));
    }

    private Optional<String> nearest(String key, Predicate<String> candidate) {
        return ours.stream()
                .filter(candidate)
                .min(Comparator.comparingInt((String one) -> distance(key, one)).thenComparing(one -> one));
    }

    private static String firstWord(String key) {
        return key.substring(0, Math.max(0, key.indexOf('.')));
    }

    private static boolean belongsToConnect(String key) {
        return Set.of("name", "topics", "topics.regex", "transforms", "predicates", "tasks.max", "tasks.max.enforce")
                        .contains(key)
                || key.matches("(transforms|predicates|errors|consumer\\.override|producer\\.override|admin\\.override"
                        + "|key\\.converter|value\\.converter|header\\.converter|connector|config)(\\..+)?");
    }

    /** Optimal string alignment: a swap of neighbours is one letter wrong. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(d[i - 1][j - 1] + same, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
