package io.effectivelyonce.benchmarks.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Small order events, each with an id of its own in a header, as JSON with and without a schema. */
final class OrderEvents {
    private static final int SKUS = 200;
    private static final List<String> STATES = List.of("placed", "paid", "packed", "sent");

    /** The names are Debezium's and Kafka's own, so that its sink knows the columns' types. */
    private static final String SCHEMA = """
            {"type":"struct","optional":false,"fields":[\
            {"field":"id","type":"string","optional":false,"name":"io.debezium.data.Uuid","version":1},\
            {"field":"customer","type":"int64","optional":false},\
            {"field":"status","type":"string","optional":false},\
            {"field":"total","type":"double","optional":false},\
            {"field":"placed_at","type":"string","optional":false,"name":"io.debezium.time.ZonedTimestamp","version":1},\
            {"field":"lines","type":"string","optional":false,"name":"io.debezium.data.Json","version":1}]}""";

    private OrderEvents() {}

    /** One event. */
    record Order(UUID id, long customer, String status, double total, String placedAt, String lines) {
        private String payload() {
            return """
                    {"id":"%s","customer":%d,"status":"%s","total":%s,"placed_at":"%s","lines":"%s"}""".formatted(id, customer, status, total, placedAt, lines.replace("\"", "\\\""));
        }

        private String tree() {
            return """
                    {"id":"%s","customer":%d,"status":"%s","total":%s,"placed_at":"%s","lines":%s}""".formatted(id, customer, status, total, placedAt, lines);
        }
    }

    /** How an event is written. */
    enum Form {
        SCHEMA {
            @Override
            String text(Order order) {
                return "{\"schema\":" + OrderEvents.SCHEMA + ",\"payload\":" + order.payload() + "}";
            }
        },
        SCHEMALESS {
            @Override
            String text(Order order) {
                return order.payload();
            }
        },
        /** With a schema; the ids tell when they were made (version 7). */
        TIME_ORDERED {
            @Override
            String text(Order order) {
                return SCHEMA.text(order);
            }

            @Override
            UUID id(Random random, int number) {
                long millis = FIRST_MADE + number / 10;
                return new UUID(
                        millis << 16 | 7L << 12 | random.nextInt(1 << 12), Long.MIN_VALUE | random.nextLong() >>> 2);
            }
        },
        /** Without a schema, the lines as an array: what {@code for.each} walks. */
        TREE {
            @Override
            String text(Order order) {
                return order.tree();
            }
        };

        /** When the first of the ids was made that tell it: after all claims that a table may hold. */
        private static final long FIRST_MADE = System.currentTimeMillis();

        abstract String text(Order order);

        /** Random (version 4), as most producers make them. */
        UUID id(Random random, int number) {
            return new UUID((random.nextLong() & ~0xF000L) | 4L << 12, Long.MIN_VALUE | random.nextLong() >>> 2);
        }

        boolean withSchema() {
            return this == SCHEMA || this == TIME_ORDERED;
        }

        /** As it stands in names. */
        String title() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The same events for the same seed. */
    static Order order(Form form, Random random, int number) {
        String lines = """
                [{"sku":"sku-%d","quantity":%d},{"sku":"sku-%d","quantity":1}]""".formatted(random.nextInt(SKUS), 1 + random.nextInt(5), random.nextInt(SKUS));
        return new Order(
                form.id(random, number),
                random.nextInt(100_000),
                STATES.get(random.nextInt(STATES.size())),
                random.nextInt(100_000) / 100.0,
                "2026-11-30T10:%02d:%02d.%03dZ".formatted(random.nextInt(60), random.nextInt(60), random.nextInt(1000)),
                lines);
    }

    /** Fills a topic, round robin over its partitions. */
    static void send(String bootstrapServers, String topic, int partitions, int count, Form form) {
        Random random = new Random(7);
        AtomicReference<Exception> failed = new AtomicReference<>();
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
                Order order = order(form, random, i);
                ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                        topic, i % partitions, utf8(order.id().toString()), utf8(form.text(order)));
                record.headers().add("id", utf8(order.id().toString()));
                record.headers().add("version", utf8("1"));
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

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
