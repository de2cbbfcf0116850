package io.effectivelyonce.endtoend.audit;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What all examinations together have come to. */
public record Verdict(List<Examined> examined) {
    /** Keeps a copy. */
    public Verdict {
        examined = List.copyOf(examined);
    }

    /** Everything that is amiss. */
    public List<Finding> findings() {
        return examined.stream().flatMap(each -> each.findings().stream()).toList();
    }

    /** How many breaches there are of each kind, those without any included. */
    public Map<Breach, Long> counts() {
        Map<Breach, Long> counts = new EnumMap<>(Breach.class);
        for (Breach breach : Breach.values()) {
            counts.put(
                    breach,
                    examined.stream().mapToLong(each -> each.count(breach)).sum());
        }
        return counts;
    }

    /** Whether the promise was kept. */
    public boolean holds() {
        return findings().isEmpty();
    }
}
