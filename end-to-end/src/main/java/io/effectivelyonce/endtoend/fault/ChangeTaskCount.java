package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;

/** A connector gets more tasks, or fewer. */
record ChangeTaskCount(Role role, int tasks) implements Fault {
    @Override
    public String kind() {
        return "task count changed";
    }

    @Override
    public String description() {
        return kind() + ": " + role + " has " + tasks;
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(role).set("tasks.max", Integer.toString(tasks));
        return true;
    }
}
