package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.spine.select.Selector;
import java.util.Set;
import org.apache.kafka.connect.sink.SinkRecord;

/** {@code delete.when}: which records with a value are deletes all the same. */
final class DeleteCondition {
    private static final DeleteCondition NEVER = new DeleteCondition(null, Set.of());

    private final Selector from;
    private final Set<String> in;

    DeleteCondition(Selector from, Set<String> in) {
        this.from = from;
        this.in = in;
    }

    static DeleteCondition never() {
        return NEVER;
    }

    boolean holds(SinkRecord record) {
        if (from == null) {
            return false;
        }
        Object value = from.select(record).value();
        return value != null && in.contains(value.toString());
    }
}
