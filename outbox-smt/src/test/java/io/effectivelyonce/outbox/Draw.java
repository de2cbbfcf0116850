package io.effectivelyonce.outbox;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** Chance. */
record Draw(Random random) {
    boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    final <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }

    <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Sets the option now and then. */
    void maybe(Map<String, String> options, String key, String... values) {
        if (chance(6)) {
            options.put(key, pick(values));
        }
    }
}
