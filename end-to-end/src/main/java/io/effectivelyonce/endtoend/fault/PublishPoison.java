package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.util.Random;

/** Records that nobody can apply are mixed among the events, one of every kind. */
record PublishPoison(long seed) implements Fault {
    @Override
    public String kind() {
        return "poison of every kind";
    }

    @Override
    public String description() {
        return kind();
    }

    @Override
    public boolean strike(Stage stage) {
        stage.poisoner().publish(new Random(seed));
        return true;
    }
}
