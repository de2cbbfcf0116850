package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A bulk request is carried out, and its answer is lost. */
record LoseBulkAnswers(int times) implements Fault {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    @Override
    public String kind() {
        return "answer to a bulk request lost";
    }

    @Override
    public String description() {
        return kind() + ", " + times + " times";
    }

    @Override
    public void strike(Stage stage) {
        for (int i = 0; i < times; i++) {
            stage.searchWire().loseTheAnswerToABulk(PATIENCE);
        }
    }
}
