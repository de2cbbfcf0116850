package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;

/** A connector gets another batch size while it runs. */
record Reconfigure(Role role, int batchSize) implements Fault {
    @Override
    public String kind() {
        return "connector reconfigured";
    }

    @Override
    public String description() {
        return kind() + ": " + role + " writes batches of " + batchSize;
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(role).set("batch.size", Integer.toString(batchSize));
        return true;
    }
}
