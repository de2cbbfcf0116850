package io.effectivelyonce.endtoend.stage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Mixes records among the events that nobody can apply. */
public final class Poisoner {
    private final Publisher publisher;
    private final Set<String> keys = new HashSet<>();
    private int number;

    Poisoner(Publisher publisher) {
        this.publisher = publisher;
    }

    /** Publishes one of every kind, each to any partition. */
    public void publish(Random random) {
        List<ProducerRecord<String, String>> records = new ArrayList<>();
        for (Poison poison : Poison.KINDS) {
            number++;
            records.add(poison.record(number, random.nextInt(Stage.PARTITIONS)));
        }
        records.forEach(record -> keys.add(record.key()));
        publisher.publish(records);
    }

    /** The keys of all of them so far. */
    Set<String> keys() {
        return Set.copyOf(keys);
    }
}
