package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Server;
import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** The business database shuts down at once, at the moment at which it is asked something, and leaves everything to its recovery. */
record ShutDownImmediately(Duration length) implements Outage {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public String kind() {
        return "business database shut down immediately during a batch";
    }

    @Override
    public boolean begin(Stage stage) {
        boolean met = stage.databaseWire().awaitRequest(PATIENCE);
        stage.stopBusinessDatabaseImmediately();
        return met;
    }

    @Override
    public void end(Stage stage) {
        stage.server(Server.BUSINESS_DATABASE).start();
    }
}
