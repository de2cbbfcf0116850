package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A COMMIT is done, and the connection is cut before the answer comes back: nobody on this side can know what became of it. */
record LoseCommitAnswers(int times) implements Fault {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public String kind() {
        return "answer to COMMIT lost";
    }

    @Override
    public String description() {
        return kind() + ", " + times + " times";
    }

    @Override
    public boolean strike(Stage stage) {
        boolean met = false;
        for (int i = 0; i < times; i++) {
            met |= stage.databaseWire().loseTheAnswerToACommit(PATIENCE);
        }
        return met;
    }
}
