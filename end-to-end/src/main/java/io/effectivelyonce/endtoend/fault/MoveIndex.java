package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Role;
import io.effectivelyonce.endtoend.stage.Stage;

/** The index moves: all documents go into a new one under their versions, and the alias follows. The sink is stopped meanwhile. */
record MoveIndex() implements Fault {
    @Override
    public String kind() {
        return "index moved behind its alias";
    }

    @Override
    public String description() {
        return kind();
    }

    @Override
    public boolean strike(Stage stage) {
        stage.sink(Role.PRODUCTS).stop();
        stage.index().move();
        stage.sink(Role.PRODUCTS).resume();
        return true;
    }
}
