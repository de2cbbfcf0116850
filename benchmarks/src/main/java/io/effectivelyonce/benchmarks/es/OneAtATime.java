package io.effectivelyonce.benchmarks.es;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A consumer that sends the next request when the one before was answered, as whoever has no versions must do for the order of a
 * document's changes. It passes on the JSON as it is, and converts nothing.
 */
record OneAtATime(String name, String topic, int documents, int batch) implements Contestant {
    @Override
    public double run(Ground ground, int round) throws Exception {
        ground.clear();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        ground.stack().kafka().bootstrapServers(),
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        batch),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            consumer.seekToBeginning(consumer.assignment());
            int done = 0;
            long start = 0;
            int before = 0;
            while (done < documents) {
                StringBuilder lines = new StringBuilder();
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(5))) {
                    lines.append(Products.lines(text(record.key()), Products.VERSION, text(record.value())));
                    done++;
                }
                if (!lines.isEmpty()) {
                    ground.bulk(lines.toString().getBytes(StandardCharsets.UTF_8))
                            .join();
                }
                if (start == 0) { // like the others, from the first sign of life on
                    start = System.nanoTime();
                    before = done;
                }
            }
            return (done - before) * 1e9 / (System.nanoTime() - start);
        }
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
