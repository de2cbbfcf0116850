package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** All connections to the business database are cut, at a moment at which something is under way. */
record CutConnections(int times) implements Fault {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public String kind() {
        return "connections to the business database cut";
    }

    @Override
    public String description() {
        return kind() + ", " + times + " times";
    }

    @Override
    public boolean strike(Stage stage) {
        boolean met = false;
        for (int i = 0; i < times; i++) {
            met |= stage.databaseWire().awaitRequest(PATIENCE);
            stage.databaseWire().cut();
        }
        return met;
    }
}
