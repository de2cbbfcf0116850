package io.effectivelyonce.spine;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many records of a task ended in which outcome since the task started. */
public final class OutcomeCounts {
    private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);

    public OutcomeCounts() {
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    void add(Outcome outcome) {
        counts.get(outcome).increment();
    }

    public long of(Outcome outcome) {
        return counts.get(outcome).sum();
    }
}
