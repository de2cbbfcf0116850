package io.effectivelyonce.outbox.header;

import java.util.List;
import org.apache.kafka.common.config.ConfigException;

/**
 * One item of a list option, written {@code before:after}.
 *
 * @param before what stands before the first colon
 * @param after  what stands behind it, or null where there is no colon
 */
public record Named(String before, String after) {
    /** The items in their order; blanks around a part don't count. */
    public static List<Named> parse(String key, List<?> items) {
        return items.stream().map(item -> parse(key, item.toString())).toList();
    }

    private static Named parse(String key, String item) {
        int colon = item.indexOf(':');
        Named named = colon < 0
                ? new Named(item.trim(), null)
                : new Named(
                        item.substring(0, colon).trim(),
                        item.substring(colon + 1).trim());
        if (named.before.isEmpty() || "".equals(named.after)) {
            throw new ConfigException(key, item, "has an empty part");
        }
        return named;
    }
}
