package io.effectivelyonce.endtoend.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Examines the offsets that a sink has committed: past the last record of each partition, and not past the end of the log. */
public final class Offsets {
    private Offsets() {}

    /** The offset after the last record, and the end of the log: markers of transactions may lie between. */
    public record Range(long afterLastRecord, long end) {}

    /** Compares; each partition that holds a record must be there. */
    public static Examined examine(String sink, Map<TopicPartition, Range> due, Map<TopicPartition, Long> committed) {
        String where = "offsets of " + sink;
        List<Finding> findings = new ArrayList<>();
        due.forEach((partition, range) -> {
            Long at = committed.get(partition);
            if (at == null || at < range.afterLastRecord()) {
                findings.add(new Finding(Breach.LOST, where, partition + ": stands at " + at + " of " + range));
            } else if (at > range.end()) {
                findings.add(new Finding(Breach.WRONG, where, partition + ": stands at " + at + " of " + range));
            }
        });
        return new Examined(where, due.size(), committed.size(), findings);
    }
}
