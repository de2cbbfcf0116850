package io.effectivelyonce.endtoend;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What stands on a topic, byte for byte. */
final class RawTopic {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String bootstrapServers;
    private final String name;

    RawTopic(String bootstrapServers, String name) {
        this.bootstrapServers = bootstrapServers;
        this.name = name;
    }

    /** Waits until at least so many committed records are there, and returns them. */
    List<ConsumerRecord<byte[], byte[]>> records(int atLeast) {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            await().atMost(LIMIT).until(() -> {
                consumer.partitionsFor(name)
                        .forEach(each -> partitions.add(new TopicPartition(name, each.partition())));
                return !partitions.isEmpty();
            });
            consumer.assign(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            await().atMost(LIMIT).until(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return records.size() >= atLeast;
            });
            return records;
        }
    }
}
