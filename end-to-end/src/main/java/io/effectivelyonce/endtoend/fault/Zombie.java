package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/**
 * A worker stands still for longer than its session lasts. The other one takes its tasks over, and then the first goes on in the middle
 * of what it was doing, with partitions that are no longer its own.
 */
record Zombie(int worker, Duration frozen) implements Fault {
    /** On a busy machine the other worker may take longer. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Override
    public String kind() {
        return "worker frozen beyond its session";
    }

    @Override
    public String description() {
        return "worker " + (worker + 1) + " frozen (SIGSTOP) for " + Draw.text(frozen) + ", then a zombie";
    }

    @Override
    public boolean strike(Stage stage) {
        boolean busy = stage.hasTasks(worker);
        return stage.without(worker, () -> {
            stage.worker(worker).freeze();
            try {
                stage.last(frozen);
                return stage.awaitTakenOver(worker, PATIENCE) && busy;
            } finally {
                stage.worker(worker).thaw();
            }
        });
    }
}
