package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;

/** A connector is restarted with its tasks. */
record RestartConnector(Role role) implements Fault {
    @Override
    public String kind() {
        return "connector restarted";
    }

    @Override
    public String description() {
        return kind() + ": " + role;
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(role).restart();
        return true;
    }
}
