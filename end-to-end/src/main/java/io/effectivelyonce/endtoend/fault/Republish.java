package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.Topic;
import io.effectivelyonce.endtoend.stage.Stage;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Events are published again, at new offsets. */
record Republish(Topic topic, int most, long seed) implements Fault {
    @Override
    public String kind() {
        return "events published again";
    }

    @Override
    public String description() {
        return most + " " + kind() + ": " + topic;
    }

    @Override
    public boolean strike(Stage stage) {
        return stage.repeater()
                .publish(stage.repeater().some(topic, most, new Random(seed)), ConsumerRecord::partition);
    }
}
