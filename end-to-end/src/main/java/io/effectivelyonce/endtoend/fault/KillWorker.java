package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A worker is gone from one instruction to the next. */
record KillWorker(int worker, Duration down) implements Fault {
    @Override
    public String kind() {
        return "worker killed";
    }

    @Override
    public String description() {
        return "worker " + (worker + 1) + " killed (SIGKILL), and down for " + Draw.text(down);
    }

    @Override
    public boolean strike(Stage stage) {
        return stage.without(worker, () -> {
            stage.worker(worker).kill();
            stage.last(down);
            stage.worker(worker).start();
            return true;
        });
    }
}
