package io.effectivelyonce.endtoend.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes records to topics, past the source connectors. */
public final class Publisher implements AutoCloseable {
    private final KafkaProducer<String, String> producer;

    /** For the broker at this address. */
    public Publisher(String bootstrapServers) {
        producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Returns when the broker has all of them. */
    public void publish(List<ProducerRecord<String, String>> records) {
        List<Future<?>> sent = new ArrayList<>();
        records.forEach(record -> sent.add(producer.send(record)));
        for (Future<?> each : sent) {
            try {
                each.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("A record could not be published", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while publishing", e);
            }
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
