package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** The search server refuses everything as too much. */
record TooManyRequests(Duration length) implements Outage {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public String kind() {
        return "search server answers 429";
    }

    @Override
    public boolean begin(Stage stage) {
        return stage.searchWire().refuse(PATIENCE);
    }

    @Override
    public void end(Stage stage) {
        stage.searchWire().acceptAgain();
    }
}
