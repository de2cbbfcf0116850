package io.effectivelyonce.benchmarks.es;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Documents of about 500 bytes, the same ones each time. */
final class Products {
    /** The version under which they are sent. */
    static final long VERSION = 10;

    static final String MAPPING = """
            {"properties":{"sku":{"type":"keyword"},"name":{"type":"text"},"price":{"type":"double"},
            "stock":{"type":"integer"},"updatedAt":{"type":"date"},"description":{"type":"text"}}}""";

    private static final List<String> WORDS = List.of(
            "iron", "pan", "blue", "kettle", "large", "handle", "wood", "lid", "copper", "steel", "light", "round",
            "cast");

    private Products() {}

    static String id(int number) {
        return "product-" + number;
    }

    /** The document of a number. */
    static String document(int number) {
        Random random = new Random(number);
        StringBuilder description = new StringBuilder();
        while (description.length() < 340) {
            description.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
        }
        return """
                {"sku":"%s","name":"%s %s","price":%s,"stock":%d,"updatedAt":"2026-11-30T10:%02d:%02d.000Z","description":"%s"}""".formatted(
                        id(number),
                        WORDS.get(random.nextInt(WORDS.size())),
                        WORDS.get(random.nextInt(WORDS.size())),
                        random.nextInt(100_000) / 100.0,
                        random.nextInt(1000),
                        random.nextInt(60),
                        random.nextInt(60),
                        description.toString().strip());
    }

    /** The two lines of a bulk request for it. */
    static String lines(int number, long version) {
        return lines(id(number), version, document(number));
    }

    static String lines(String id, long version, String document) {
        return "{\"index\":{\"_index\":\"" + Ground.INDEX + "\",\"_id\":\"" + id + "\",\"version\":" + version
                + ",\"version_type\":\"external\"}}\n" + document + "\n";
    }

    /** Fills a topic, round robin over its partitions. */
    static void send(String bootstrapServers, String topic, int partitions, int count) {
        AtomicReference<Exception> failed = new AtomicReference<>();
        byte[] version = Long.toString(VERSION).getBytes(StandardCharsets.UTF_8);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.LINGER_MS_CONFIG,
                        20,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        256 * 1024),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < count; i++) {
                ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                        topic,
                        i % partitions,
                        id(i).getBytes(StandardCharsets.UTF_8),
                        document(i).getBytes(StandardCharsets.UTF_8));
                record.headers().add("version", version);
                Future<RecordMetadata> unused = producer.send(record, (metadata, failure) -> {
                    if (failure != null) {
                        failed.set(failure);
                    }
                });
            }
        }
        if (failed.get() != null) {
            throw new IllegalStateException("Topic " + topic + " could not be filled", failed.get());
        }
    }
}
