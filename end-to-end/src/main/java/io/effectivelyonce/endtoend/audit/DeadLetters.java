package io.effectivelyonce.endtoend.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Examines the dead letter queues: every record that was poison lies there, and no other. More than once is right: a poison record
 * that is delivered again is rejected again.
 */
public final class DeadLetters {
    private static final String WHERE = "dead letter queues";

    private DeadLetters() {}

    /** A dead letter: the record's key, and where it lies. */
    public record Letter(String key, String place) {}

    /** Compares what lies there with the keys of all records that nobody could apply. */
    public static Examined examine(Set<String> poison, Collection<Letter> letters) {
        List<Finding> findings = new ArrayList<>();
        Set<String> rejected = new HashSet<>();
        for (Letter letter : letters) {
            if (rejected.add(letter.key()) && !poison.contains(letter.key())) {
                findings.add(new Finding(Breach.WRONGLY_REJECTED, WHERE, letter.key() + " at " + letter.place()));
            }
        }
        poison.stream()
                .filter(key -> !rejected.contains(key))
                .forEach(key -> findings.add(new Finding(Breach.LOST, WHERE, key)));
        return new Examined(WHERE, poison.size(), rejected.size(), findings);
    }
}
