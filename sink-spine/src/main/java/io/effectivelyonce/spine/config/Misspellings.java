package io.effectivelyonce.spine.config;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Finds keys that lie within two letters of one of ours. Connect ignores unknown keys, so a misspelt one would silently mean
 * the default.
 */
public final class Misspellings {
    private static final int NEAR = 2;

    private final Set<String> ours;
    private final Predicate<String> othersKey;
    private final Set<String> families;

    /**
     * @param ours the keys of the plugin
     * @param othersKey whether a key is known to belong to somebody else (Connect, a driver) and is right as it stands
     */
    public Misspellings(Set<String> ours, Predicate<String> othersKey) {
        this(ours, othersKey, Set.of());
    }

    /**
     * @param families first words, up to a dot, of keys that are the plugin's alone: one that isn't known is refused however
     *     far it is from any other
     */
    public Misspellings(Set<String> ours, Predicate<String> othersKey, Set<String> families) {
        this.ours = Set.copyOf(ours);
        this.othersKey = othersKey.or(Misspellings::belongsToConnect);
        this.families = Set.copyOf(families);
    }

    /** The misspelt keys of a configuration, each with the message that refuses it. */
    public Map<String, String> in(Map<String, String> config) {
        Map<String, String> problems = new TreeMap<>();
        for (String key : config.keySet()) {
            if (!ours.contains(key) && !othersKey.test(key)) {
                nearest(key)
                        .ifPresent(
                                meant -> problems.put(key, "unknown key '" + key + "'; did you mean '" + meant + "'?"));
            }
        }
        return problems;
    }

    private Optional<String> nearest(String key) {
        int most = families.contains(firstWord(key)) ? Integer.MAX_VALUE : NEAR;
        return ours.stream()
                .filter(one -> Math.abs(key.length() - one.length()) <= most && distance(key, one) <= most)
                .min(Comparator.comparingInt((String one) -> firstWord(one).equals(firstWord(key)) ? 0 : 1)
                        .thenComparingInt(one -> distance(key, one))
                        .thenComparing(one -> one));
    }

    private static String firstWord(String key) {
        int dot = key.indexOf('.');
        return dot < 0 ? key : key.substring(0, dot);
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
