package io.effectivelyonce.outbox;

import java.util.Map;
import java.util.TreeMap;

/** Counts how often each outcome came up, so that a comparison of failures alone can't pass for a proof. */
final class Tally {
    private final Map<String, Integer> counts = new TreeMap<>();

    void count(String outcome) {
        counts.merge(outcome, 1, Integer::sum);
    }

    int of(String outcome) {
        return counts.getOrDefault(outcome, 0);
    }

    int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String toString() {
        return total() + " records: " + counts;
    }
}
