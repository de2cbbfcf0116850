package io.effectivelyonce.spine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;

/** What outlives a task: the records of the topics, and the offsets that were committed. */
final class ScriptedCluster {
    private final Map<TopicPartition, List<SinkRecord>> records = new HashMap<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();

    /** Appends records with these values at the end of the partition. */
    void append(TopicPartition partition, String... values) {
        for (String value : values) {
            log(partition)
                    .add(new SinkRecord(
                            partition.topic(),
                            partition.partition(),
                            null,
                            null,
                            null,
                            value,
                            log(partition).size()));
        }
    }

    /** Appends a record that a transform makes appear under another topic. */
    void appendUnderAnotherTopic(TopicPartition partition, String topicAfterTransforms, String value) {
        long offset = log(partition).size();
        log(partition)
                .add(new SinkRecord(
                        topicAfterTransforms,
                        partition.partition(),
                        null,
                        null,
                        null,
                        value,
                        offset,
                        null,
                        TimestampType.NO_TIMESTAMP_TYPE,
                        null,
                        partition.topic(),
                        partition.partition(),
                        offset));
    }

    /** Appends a record that a transform has built anew, without the original coordinates. */
    void appendWithoutOriginalCoordinates(TopicPartition partition, String topicAfterTransforms, String value) {
        log(partition)
                .add(new SinkRecord(
                        topicAfterTransforms,
                        partition.partition(),
                        null,
                        null,
                        null,
                        value,
                        log(partition).size()));
    }

    /** A record that the converters or transforms drop: the task never sees its offset. */
    void appendDroppedByConnect(TopicPartition partition) {
        log(partition).add(null);
    }

    List<SinkRecord> log(TopicPartition partition) {
        return records.computeIfAbsent(partition, p -> new ArrayList<>());
    }

    long end(TopicPartition partition) {
        return log(partition).size();
    }

    long committed(TopicPartition partition) {
        return committed.getOrDefault(partition, 0L);
    }

    void commit(TopicPartition partition, long offset) {
        committed.put(partition, offset);
    }
}
