package io.effectivelyonce.endtoend;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a comparison of everything with the truth has shown.
 *
 * @param effects the topics, and the tables that the real sink writes
 * @param documents the index
 * @param control the table that the sink without claims writes
 * @param deadLetters what lies in the dead letter queues
 */
record Findings(List<Comparison> effects, Comparison documents, Comparison control, List<String> deadLetters) {
    private static final int NAMED = 5;

    Findings {
        effects = List.copyOf(effects);
        deadLetters = List.copyOf(deadLetters);
    }

    long expected() {
        return effects.stream().mapToLong(Comparison::expected).sum();
    }

    /** Effects that are missing; one that says something else than it must is missing too. */
    long lost() {
        return count(effects, Comparison::lost) + count(effects, Comparison::wrong);
    }

    long doubled() {
        return count(effects, Comparison::doubled);
    }

    /** Documents that aren't what the newest version of their product says, or aren't there. */
    long wrongDocuments() {
        return count(List.of(documents), Comparison::lost)
                + count(List.of(documents), Comparison::doubled)
                + count(List.of(documents), Comparison::wrong);
    }

    /** Tells whether the laws held, and whether the faults were real: the control must show them. */
    boolean hold() {
        return lost() == 0
                && doubled() == 0
                && wrongDocuments() == 0
                && deadLetters.isEmpty()
                && !control.doubled().isEmpty();
    }

    /** What is amiss, the first few of each kind by name; empty if the laws held. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        Stream.concat(effects.stream(), Stream.of(documents)).forEach(each -> {
            name(complaints, each.what() + ": lost", each.lost());
            name(complaints, each.what() + ": doubled", each.doubled());
            name(complaints, each.what() + ": wrong", each.wrong());
        });
        name(complaints, "dead letters", deadLetters);
        if (control.doubled().isEmpty()) {
            complaints.add(control.what() + ": nothing is doubled in the control, so the faults proved nothing");
        }
        return complaints;
    }

    private static void name(List<String> complaints, String what, List<String> found) {
        if (!found.isEmpty()) {
            String more = found.size() > NAMED ? " and " + (found.size() - NAMED) + " more" : "";
            complaints.add(what + ": " + String.join("; ", found.subList(0, Math.min(NAMED, found.size()))) + more);
        }
    }

    private static long count(List<Comparison> comparisons, Function<Comparison, List<String>> kind) {
        return comparisons.stream().map(kind).mapToLong(List::size).sum();
    }
}
