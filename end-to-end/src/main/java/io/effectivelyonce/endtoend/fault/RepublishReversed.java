package io.effectivelyonce.endtoend.fault;

import io.effectivelyonce.endtoend.Topic;
import io.effectivelyonce.endtoend.stage.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Events are published again, the last one first. */
record RepublishReversed(Topic topic, int most, long seed) implements Fault {
    @Override
    public String kind() {
        return "events published again in reverse order";
    }

    @Override
    public String description() {
        return most + " " + kind() + ": " + topic;
    }

    @Override
    public boolean strike(Stage stage) {
        List<ConsumerRecord<String, String>> reversed =
                new ArrayList<>(stage.repeater().some(topic, most, new Random(seed)));
        Collections.reverse(reversed);
        return stage.repeater().publish(reversed, ConsumerRecord::partition);
    }
}
