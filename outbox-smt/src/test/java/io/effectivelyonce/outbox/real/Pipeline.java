package io.effectivelyonce.outbox.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.localstack.ConnectRest;
import io.effectivelyonce.localstack.LocalStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;

/** A real PostgreSQL, a real Debezium on a real worker with the packaged transform, a real broker. */
final class Pipeline implements AutoCloseable {
    static final String SOURCE = "io.debezium.connector.postgresql.PostgresConnector";
    private static final Duration SOON = Duration.ofSeconds(60);

    private final LocalStack stack;

    private Pipeline(LocalStack stack) {
        this.stack = stack;
    }

    static Pipeline start(Path folder) throws IOException {
        Path archive = archive();
        return new Pipeline(LocalStack.in(folder)
                .postgres()
                .kafka()
                .connect(worker -> worker.plugin("debezium-postgres").plugin(archive))
                .start());
    }

    private static Path archive() throws IOException {
        try (Stream<Path> built = Files.list(Path.of("target"))) {
            return built.filter(file -> file.getFileName().toString().matches("effectivelyonce-outbox-smt-.*\\.zip"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("The archive of outbox-smt is not there: package it first"));
        }
    }

    ConnectRest rest() {
        return stack.connect().rest();
    }

    Admin admin() {
        return stack.kafka().admin();
    }

    /** The settings of a source with the transform; each has its own slot. */
    static Map<String, String> source(String name, String tables, Map<String, String> more) {
        Map<String, String> config = new TreeMap<>();
        config.put("name", name);
        config.put("connector.class", SOURCE);
        config.put("database.hostname", "${env:POSTGRES_HOST}");
        config.put("database.port", "${env:POSTGRES_PORT}");
        config.put("database.user", "${env:POSTGRES_USER}");
        config.put("database.password", "${env:POSTGRES_PASSWORD}");
        config.put("database.dbname", "postgres");
        config.put("topic.prefix", name);
        config.put("slot.name", name);
        config.put("publication.name", name);
        config.put("publication.autocreate.mode", "filtered");
        config.put("plugin.name", "pgoutput");
        config.put("table.include.list", tables);
        config.put("poll.interval.ms", "10");
        config.put("topic.creation.default.partitions", "2");
        config.put("topic.creation.default.replication.factor", "1");
        for (String part : List.of("key", "value", "header")) {
            config.put(part + ".converter", "org.apache.kafka.connect.storage.StringConverter");
        }
        config.put("transforms", "outbox");
        config.put("transforms.outbox.type", "io.effectivelyonce.outbox.OutboxEventRouter");
        more.forEach((key, value) -> config.put(
                key.startsWith("topic.") || key.startsWith("publication") ? key : "transforms.outbox." + key, value));
        return config;
    }

    /** Starts a source and waits until it reads the log. */
    void capture(Map<String, String> config) {
        String name = config.get("name");
        rest().put(name, config);
        rest().awaitRunning(name, SOON);
        Awaitility.await().atMost(SOON).until(() -> isStreaming(name));
    }

    private boolean isStreaming(String slot) throws SQLException {
        try (Connection connection = stack.postgres().database("postgres").connection();
                Statement statement = connection.createStatement();
                ResultSet slots = statement.executeQuery(
                        "select 1 from pg_replication_slots where active and slot_name = '" + slot + "'")) {
            return slots.next();
        }
    }

    /** Runs the statements, each in a transaction of its own. */
    void sql(String... statements) throws SQLException {
        try (Connection connection = stack.postgres().database("postgres").connection();
                Statement execution = connection.createStatement()) {
            for (String statement : statements) {
                execution.execute(statement);
            }
        }
    }

    /** Runs the statements in one transaction. */
    void transaction(boolean commit, String... statements) throws SQLException {
        try (Connection connection = stack.postgres().database("postgres").connection();
                Statement execution = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String statement : statements) {
                execution.execute(statement);
            }
            if (commit) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }
    }

    /** The records of a topic, once there are as many. */
    List<ConsumerRecord<String, String>> records(String topic, int count) {
        Map<String, Object> consumerConfig = Map.of(
                "bootstrap.servers", stack.kafka().bootstrapServers(),
                "key.deserializer", StringDeserializer.class,
                "value.deserializer", StringDeserializer.class);
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(consumerConfig)) {
            Awaitility.await("records in " + topic).atMost(SOON).untilAsserted(() -> {
                if (consumer.assignment().isEmpty()) {
                    List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                            .map(info -> new TopicPartition(topic, info.partition()))
                            .toList();
                    assertThat(partitions).isNotEmpty();
                    consumer.assign(partitions);
                    consumer.seekToBeginning(partitions);
                }
                consumer.poll(Duration.ofMillis(200)).records(topic).forEach(records::add);
                assertThat(records).hasSize(count);
            });
        }
        return records;
    }

    @Override
    public void close() {
        stack.close();
    }
}
