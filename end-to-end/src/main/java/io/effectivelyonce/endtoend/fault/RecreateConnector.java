package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A connector is deleted and created anew: under the same name, so that it goes on where it was, and under the same consumer. */
record RecreateConnector(Role role, Duration gone) implements Fault {
    @Override
    public String kind() {
        return "connector deleted and created again";
    }

    @Override
    public String description() {
        return kind() + " after " + Draw.text(gone) + ": " + role;
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(role).delete();
        stage.last(gone);
        stage.sink(role).register();
        return true;
    }
}
