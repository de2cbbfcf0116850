package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Sink;
import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A second connector does the same as the first, from the beginning and under the same consumer: every partition has two owners. */
record SecondOwner(Role role, Duration length) implements Fault {
    @Override
    public String kind() {
        return "two owners of every partition";
    }

    @Override
    public String description() {
        return kind() + " for " + Draw.text(length) + ": " + role;
    }

    @Override
    public boolean strike(Stage stage) {
        Sink twin = stage.sink(role).twin();
        twin.register();
        stage.awaitRunning();
        stage.last(length);
        twin.delete();
        return true;
    }
}
