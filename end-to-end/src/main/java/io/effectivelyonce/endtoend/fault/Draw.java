package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;

/** What is left to chance about faults. */
final class Draw {
    private Draw() {}

    static Duration seconds(Random random, double least, double most) {
        return Duration.ofMillis((long) (1000 * (least + random.nextDouble() * (most - least))));
    }

    /** Nothing for long: long enough to be noticed, too short to be missed by everybody. */
    static Duration moment(Random random) {
        return seconds(random, 0, 2.5);
    }

    static int worker(Random random) {
        return random.nextInt(Stage.WORKERS);
    }

    static int partition(Random random) {
        return random.nextInt(Stage.PARTITIONS);
    }

    static Role role(Random random) {
        Role[] roles = Role.values();
        return roles[random.nextInt(roles.length)];
    }

    static String text(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
