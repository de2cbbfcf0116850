package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** The search server refuses everything as too much. */
record TooManyRequests(Duration length) implements Outage {
    @Override
    public String kind() {
        return "search server answers 429";
    }

    @Override
    public void begin(Stage stage) {
        stage.searchWire().refuse(true);
    }

    @Override
    public void end(Stage stage) {
        stage.searchWire().refuse(false);
    }
}
