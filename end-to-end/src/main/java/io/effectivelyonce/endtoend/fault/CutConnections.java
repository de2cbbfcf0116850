package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** All connections to the business database are cut, at a moment at which something is under way. */
record CutConnections(int times) implements Fault {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    @Override
    public String kind() {
        return "connections to the business database cut";
    }

    @Override
    public String description() {
        return kind() + ", " + times + " times";
    }

    @Override
    public void strike(Stage stage) {
        for (int i = 0; i < times; i++) {
            stage.databaseWire().awaitRequest(PATIENCE);
            stage.databaseWire().cut();
        }
    }
}
