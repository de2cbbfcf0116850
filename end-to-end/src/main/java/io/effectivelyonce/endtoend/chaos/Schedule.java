package io.effectivelyonce.endtoend.chaos;

import io.effectivelyonce.endtoend.fault.Catalogue;
import io.effectivelyonce.endtoend.fault.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Which faults strike, in which order: the same for the same seed, and every kind once before any comes again. */
final class Schedule {
    private static final int LONGEST_PAUSE_MS = 2_000;

    private final Random random;
    private List<Catalogue.Kind> round = List.of();
    private int next;

    Schedule(long seed) {
        random = new Random(seed);
    }

    /** A fault, and how long things go well before it. */
    record Step(Duration pause, Fault fault) {}

    /** The first steps. */
    List<Step> steps(int faults) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < faults; i++) {
            steps.add(next());
        }
        return steps;
    }

    private Step next() {
        if (next == round.size()) {
            List<Catalogue.Kind> shuffled = new ArrayList<>(Catalogue.kinds());
            Collections.shuffle(shuffled, random);
            round = shuffled;
            next = 0;
        }
        Fault fault = round.get(next).draw(random);
        next++;
        return new Step(Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MS)), fault);
    }
}
