package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/**
 * A worker stands still for longer than its session lasts. The other one takes its tasks over, and then the first goes on in the middle
 * of what it was doing, with partitions that are no longer its own.
 */
record Zombie(int worker, Duration frozen) implements Fault {
    @Override
    public String kind() {
        return "worker frozen beyond its session";
    }

    @Override
    public String description() {
        return "worker " + (worker + 1) + " frozen (SIGSTOP) for " + Draw.text(frozen) + ", then a zombie";
    }

    @Override
    public void strike(Stage stage) {
        stage.without(worker, () -> {
            stage.worker(worker).freeze();
            try {
                stage.last(frozen);
            } finally {
                stage.worker(worker).thaw();
            }
        });
    }
}
