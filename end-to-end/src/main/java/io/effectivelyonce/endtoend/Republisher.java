package io.effectivelyonce.endtoend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes events again that are on their topic already: the same key, headers and value, at a new offset. */
final class Republisher implements AutoCloseable {
    private final TopicWatch watch;
    private final Random random;
    private final KafkaProducer<String, String> producer;
    private final Set<Position> copies = new HashSet<>();

    Republisher(String bootstrapServers, TopicWatch watch, Random random) {
        this.watch = watch;
        this.random = random;
        this.producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Repeats up to so many events about orders, whichever. */
    void repeatOrders(int most) {
        send(originals(Topic.ORDERS), most);
    }

    /** Repeats up to so many versions of products that newer ones have overtaken. */
    void repeatOldProducts(int most) {
        List<ConsumerRecord<String, String>> originals = originals(Topic.PRODUCTS);
        Map<String, Long> newest = new HashMap<>();
        originals.forEach(record -> newest.merge(record.key(), EventHeaders.version(record), Math::max));
        send(
                originals.stream()
                        .filter(record -> EventHeaders.version(record) < newest.get(record.key()))
                        .toList(),
                most);
    }

    private List<ConsumerRecord<String, String>> originals(Topic topic) {
        return watch.records(topic.title()).stream()
                .filter(record -> !isCopy(record))
                .toList();
    }

    private void send(List<ConsumerRecord<String, String>> originals, int most) {
        List<ConsumerRecord<String, String>> chosen = new ArrayList<>(originals);
        Collections.shuffle(chosen, random);
        chosen.stream().limit(most).forEach(this::send);
    }

    private void send(ConsumerRecord<String, String> original) {
        ProducerRecord<String, String> again = new ProducerRecord<>(
                original.topic(), original.partition(), original.key(), original.value(), original.headers());
        try {
            RecordMetadata written = producer.send(again).get();
            copies.add(new Position(written.partition(), written.topic(), written.offset()));
        } catch (ExecutionException e) {
            throw new IllegalStateException("Could not republish a record of " + original.topic(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while republishing", e);
        }
    }

    /** Tells a record that was written here from one that the source connector wrote. */
    boolean isCopy(ConsumerRecord<String, String> record) {
        return copies.contains(new Position(record.partition(), record.topic(), record.offset()));
    }

    /** How many records were written again. */
    int republished() {
        return copies.size();
    }

    @Override
    public void close() {
        producer.close();
    }

    private record Position(int partition, String topic, long offset) {}
}
