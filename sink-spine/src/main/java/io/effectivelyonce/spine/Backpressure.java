package io.effectivelyonce.spine;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Pauses and resumes partitions, and tells the consumer only what changes.
 *
 * <p>A new partition is told in any case, because nothing is known of its state: Connect hands it over flowing, unless this
 * task had paused it when it was taken away and it came back in the same rebalance; then it comes paused and would stay so.
 */
final class Backpressure {
    private final SinkTaskContext context;
    private final Map<TopicPartition, Boolean> paused = new HashMap<>();

    Backpressure(SinkTaskContext context) {
        this.context = context;
    }

    /** Lets all of {@code assigned} pause while the task is full, and flow while it is not. */
    void apply(boolean full, Set<TopicPartition> assigned) {
        TopicPartition[] toTell = assigned.stream()
                .filter(partition -> !Boolean.valueOf(full).equals(paused.get(partition)))
                .toArray(TopicPartition[]::new);
        if (toTell.length == 0) {
            return;
        }
        if (full) {
            context.pause(toTell);
        } else {
            context.resume(toTell);
        }
        for (TopicPartition partition : toTell) {
            paused.put(partition, full);
        }
    }

    /** These partitions are gone; should they come back, their state is unknown. */
    void forget(Collection<TopicPartition> gone) {
        paused.keySet().removeAll(gone);
    }
}
