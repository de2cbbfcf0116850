package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A fault that lasts for a while, in which other things can happen. */
public interface Outage extends Fault {
    /** How long it lasts. */
    Duration length();

    /** Begins it; returns whether it has met anything. */
    boolean begin(Stage stage);

    /** Ends it. */
    void end(Stage stage);

    @Override
    default boolean strike(Stage stage) {
        try {
            boolean met = begin(stage);
            stage.last(length());
            return met;
        } finally {
            end(stage);
        }
    }

    @Override
    default String description() {
        return kind() + " for " + Draw.text(length());
    }
}
