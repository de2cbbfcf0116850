package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;

/** A sink is sent back to the beginning of its topic. */
record ResetToBeginning(Role role) implements Fault {
    @Override
    public String kind() {
        return "offsets reset to the beginning";
    }

    @Override
    public String description() {
        return kind() + ": " + role;
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(role).stop();
        stage.sink(role).resetOffsets();
        stage.sink(role).resume();
        return true;
    }
}
