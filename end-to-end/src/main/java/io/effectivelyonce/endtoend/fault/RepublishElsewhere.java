package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.Topic;
import io.effectivelyonce.endtoend.stage.Stage;
import java.util.Random;

/** Events are published again, to another partition than the one that their key belongs to. */
record RepublishElsewhere(Topic topic, int most, long seed) implements Fault {
    @Override
    public String kind() {
        return "events published again to another partition";
    }

    @Override
    public String description() {
        return most + " " + kind() + ": " + topic;
    }

    @Override
    public boolean strike(Stage stage) {
        return stage.repeater()
                .publish(
                        stage.repeater().some(topic, most, new Random(seed)),
                        record -> (record.partition() + 1) % Stage.PARTITIONS);
    }
}
