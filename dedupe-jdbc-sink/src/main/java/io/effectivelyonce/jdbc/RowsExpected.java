package io.effectivelyonce.jdbc;

import java.util.Arrays;

/** How many rows a run of a statement must affect for the record to be right. */
enum RowsExpected {
    /** Whatever the database says; of some statements it says nothing. */
    ANY("any", Long.MIN_VALUE, Long.MAX_VALUE),
    /** Exactly one. */
    ONE("one", 1, 1),
    /** One or more. */
    AT_LEAST_ONE("at-least-one", 1, Long.MAX_VALUE);

    private final String word;
    private final long fewest;
    private final long most;

    RowsExpected(String word, long fewest, long most) {
        this.word = word;
        this.fewest = fewest;
        this.most = most;
    }

    static RowsExpected of(String word) {
        return Arrays.stream(values())
                .filter(one -> one.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(word));
    }

    static String[] words() {
        return Arrays.stream(values()).map(RowsExpected::toString).toArray(String[]::new);
    }

    boolean allow(long affected) {
        return affected >= fewest && affected <= most;
    }

    /** The word of the configuration. */
    @Override
    public String toString() {
        return word;
    }
}
