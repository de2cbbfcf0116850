package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A connector is paused for a while. */
record PauseConnector(Role role, Duration length) implements Fault {
    @Override
    public String kind() {
        return "connector paused";
    }

    @Override
    public String description() {
        return kind() + " for " + Draw.text(length) + ": " + role;
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(role).pause();
        stage.last(length);
        stage.sink(role).resume();
        return true;
    }
}
