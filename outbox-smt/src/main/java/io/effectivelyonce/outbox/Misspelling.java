package io.effectivelyonce.outbox;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds keys that nobody reads: a misspelt key would silently mean the default. */
final class Misspelling {
    private static final Logger LOGGER = LoggerFactory.getLogger(Misspelling.class);

    /** What Connect itself reads beside the keys of a transform. */
    private static final Set<String> OF_CONNECT = Set.of("type", "predicate", "negate", "plugin.version");

    private static final int LETTERS = 2;

    private Misspelling() {}

    /** Refuses a key that is almost one of ours, and warns of any other that isn't. */
    static void refuse(Set<String> keys) {
        Set<String> known = Options.DEFINITION.names();
        for (String key : keys) {
            if (known.contains(key) || OF_CONNECT.contains(key)) {
                continue;
            }
            String nearest = nearest(key, known);
            if (distance(key, nearest) <= LETTERS) {
                throw new ConfigException("Unknown key '" + key + "': did you mean '" + nearest + "'?");
            }
            LOGGER.warn("Nothing here reads the key '{}'; the nearest one is '{}'", key, nearest);
        }
    }

    private static String nearest(String key, Set<String> known) {
        Optional<String> nearest = known.stream()
                .min(Comparator.comparingInt((String name) -> distance(key, name))
                        .thenComparing(Comparator.naturalOrder()));
        return nearest.orElseThrow();
    }

    /** Letters to insert, remove or replace to get from one word to the other. */
    static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = previous[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(previous[column], current[column - 1]) + 1);
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
