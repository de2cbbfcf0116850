package io.effectivelyonce.spine;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** Remembers which partitions this task has paused, so that the consumer is told only what changes. */
final class Backpressure {
    private final SinkTaskContext context;
    private final Set<TopicPartition> paused = new HashSet<>();

    Backpressure(SinkTaskContext context) {
        this.context = context;
    }

    /** Pauses those of {@code assigned} that still flow, or lets all flow again. */
    void apply(boolean full, Set<TopicPartition> assigned) {
        if (full) {
            Set<TopicPartition> flowing = new HashSet<>(assigned);
            flowing.removeAll(paused);
            if (!flowing.isEmpty()) {
                context.pause(flowing.toArray(TopicPartition[]::new));
                paused.addAll(flowing);
            }
        } else if (!paused.isEmpty()) {
            context.resume(paused.toArray(TopicPartition[]::new));
            paused.clear();
        }
    }

    /** These partitions are gone; should they come back, they come unpaused. */
    void forget(Collection<TopicPartition> gone) {
        paused.removeAll(gone);
    }
}
