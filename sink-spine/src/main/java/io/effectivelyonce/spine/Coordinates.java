package io.effectivelyonce.spine;

import org.apache.kafka.connect.sink.SinkRecord;

/** Names a record so that an operator finds it in Kafka: by original topic, partition and offset. */
public final class Coordinates {
    private Coordinates() {}

    public static String of(SinkRecord record) {
        return "topic " + record.originalTopic() + ", partition " + record.originalKafkaPartition() + ", offset "
                + record.originalKafkaOffset();
    }
}
