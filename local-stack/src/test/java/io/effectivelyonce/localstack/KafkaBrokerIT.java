package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaBrokerIT {
    @TempDir
    private static Path folder;

    private static LocalStack stack;
    private static KafkaBroker kafka;

    @BeforeAll
    static void start() {
        stack = LocalStack.in(folder).kafka().start();
        kafka = stack.kafka();
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @Test
    void itKeepsRecordsAndAddressThroughKillStopAndRestart() throws Exception {
        String address = kafka.bootstrapServers();
        kafka.createTopic("kept", 1);
        send("kept", "before the kill");
        kafka.kill();
        assertThat(kafka.isRunning()).isFalse();
        kafka.start();
        send("kept", "before the restart");
        kafka.restart();
        assertThat(kafka.bootstrapServers()).isEqualTo(address);
        assertThat(read("kept")).containsExactly("before the kill", "before the restart");
    }

    @Test
    void frozenItAnswersOnlyWhenThawed() throws Exception {
        try (Admin admin = kafka.admin()) {
            admin.describeCluster().nodes().get(10, TimeUnit.SECONDS);
            kafka.freeze();
            Future<?> answer = admin.describeCluster().nodes();
            Awaitility.await()
                    .during(Duration.ofMillis(500))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> !answer.isDone());
            kafka.thaw();
            answer.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void topicsHaveThePartitionsAskedForAndNoneComesByItself() throws Exception {
        kafka.createTopic("three", 3, Map.of("cleanup.policy", "compact"));
        try (Admin admin = kafka.admin()) {
            assertThat(admin.describeTopics(List.of("three"))
                            .allTopicNames()
                            .get()
                            .get("three")
                            .partitions())
                    .hasSize(3);
            assertThatThrownBy(() -> admin.describeTopics(List.of("nobody-made-it"))
                            .allTopicNames()
                            .get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        }
    }

    private static void send(String topic, String value) throws Exception {
        Map<String, Object> config = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, value)).get(30, TimeUnit.SECONDS);
        }
    }

    private static List<String> read(String topic) {
        Map<String, Object> config = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long end = consumer.endOffsets(partitions).get(partitions.get(0));
            List<String> values = new ArrayList<>();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(found -> values.add(found.value()));
                return consumer.position(partitions.get(0)) >= end;
            });
            return values;
        }
    }
}
