package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;

/** A sink is sent back, in each partition, to the same fraction of what it has read there. */
record ResetToRandomPoint(Role role, int percent) implements Fault {
    @Override
    public String kind() {
        return "offsets reset to a random point";
    }

    @Override
    public String description() {
        return "offsets reset to " + percent + " % of where they were: " + role;
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(role).stop();
        boolean met = stage.sink(role).moveOffsets(offset -> offset * percent / 100);
        stage.sink(role).resume();
        return met;
    }
}
