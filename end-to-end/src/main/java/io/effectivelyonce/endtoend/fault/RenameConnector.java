package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;

/** A connector gets another name, and so reads everything from the beginning. It still claims under the same consumer. */
record RenameConnector(Role role) implements Fault {
    @Override
    public String kind() {
        return "connector renamed";
    }

    @Override
    public String description() {
        return kind() + ", so that it begins at the beginning: " + role;
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(role).delete();
        stage.sink(role).rename();
        stage.sink(role).register();
        return true;
    }
}
