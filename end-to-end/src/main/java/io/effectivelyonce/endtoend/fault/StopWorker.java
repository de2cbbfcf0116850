package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A worker ends in order: its tasks commit what they have. */
record StopWorker(int worker, Duration down) implements Fault {
    @Override
    public String kind() {
        return "worker stopped";
    }

    @Override
    public String description() {
        return "worker " + (worker + 1) + " stopped, and down for " + Draw.text(down);
    }

    @Override
    public boolean strike(Stage stage) {
        return stage.without(worker, () -> {
            stage.worker(worker).stop();
            stage.last(down);
            stage.worker(worker).start();
            return true;
        });
    }
}
