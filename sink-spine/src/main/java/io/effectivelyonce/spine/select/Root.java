package io.effectivelyonce.spine.select;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a selector starts. */
public enum Root {
    /** The record key, or a field in it. */
    KEY,
    /** The record value, or a field in it. */
    VALUE,
    /** A header by name. */
    HEADER,
    /** The topic as the task sees it, after transforms. */
    TOPIC,
    /** The original partition. */
    PARTITION,
    /** The original offset. */
    OFFSET,
    /** The record's timestamp, in milliseconds since the epoch. */
    TIMESTAMP,
    /** The element at hand inside {@code for.each}. */
    ITEM;

    /** The word that a configuration uses. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Root> of(String word) {
        return Arrays.stream(values()).filter(root -> root.word().equals(word)).findFirst();
    }

    boolean takesPath() {
        return this == KEY || this == VALUE || this == HEADER || this == ITEM;
    }
}
