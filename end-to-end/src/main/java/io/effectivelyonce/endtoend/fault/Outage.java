package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;
import java.time.Duration;

/** A fault that lasts for a while, in which other things can happen. */
public interface Outage extends Fault {
    /** How long it lasts. */
    Duration length();

    /** Begins it. */
    void begin(Stage stage);

    /** Ends it. */
    void end(Stage stage);

    @Override
    default void strike(Stage stage) {
        begin(stage);
        try {
            stage.last(length());
        } finally {
            end(stage);
        }
    }

    @Override
    default String description() {
        return kind() + " for " + Draw.text(length());
    }
}
