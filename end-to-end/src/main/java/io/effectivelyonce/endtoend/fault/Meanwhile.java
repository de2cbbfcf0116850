package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.stage.Stage;

/** A fault in the middle of an outage. */
public record Meanwhile(Outage outage, Fault other) implements Fault {
    @Override
    public String kind() {
        return outage.kind() + ", and meanwhile: " + other.kind();
    }

    @Override
    public String description() {
        return outage.description() + ", and meanwhile: " + other.description();
    }

    @Override
    public boolean strike(Stage stage) {
        try {
            boolean met = outage.begin(stage);
            met &= other.strike(stage);
            stage.last(outage.length());
            return met;
        } finally {
            outage.end(stage);
        }
    }
}
