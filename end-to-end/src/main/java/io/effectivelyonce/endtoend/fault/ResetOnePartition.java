package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;

/** A sink is sent back to the beginning of one partition, while the others go on. */
record ResetOnePartition(Role role, int partition) implements Fault {
    @Override
    public String kind() {
        return "offset of one partition reset";
    }

    @Override
    public String description() {
        return "offset of partition " + partition + " reset: " + role;
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(role).stop();
        stage.sink(role).resetPartition(role.topic().title(), partition);
        stage.sink(role).resume();
        return true;
    }
}
