package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A bulk request is carried out, and its answer is lost. */
record LoseBulkAnswers(int times) implements Fault {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public String kind() {
        return "answer to a bulk request lost";
    }

    @Override
    public String description() {
        return kind() + ", " + times + " times";
    }

    @Override
    public boolean strike(Stage stage) {
        boolean met = false;
        for (int i = 0; i < times; i++) {
            met |= stage.searchWire().loseTheAnswerToABulk(PATIENCE);
        }
        return met;
    }
}
