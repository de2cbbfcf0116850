package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectWorkerIT {
    private static final String POSTGRES_SOURCE = "io.debezium.connector.postgresql.PostgresConnector";
    private static final Duration SOON = Duration.ofSeconds(40);

    @TempDir
    private static Path folder;

    private static LocalStack stack;
    private static ConnectRest rest;

    @BeforeAll
    static void start() throws IOException {
        Path properties = folder.resolve("production.properties");
        Files.writeString(properties, """
                bootstrap.servers=kafka.example.com:9092
                group.id=production
                plugin.path=/opt/plugins
                offset.storage.topic=production-offsets
                offset.storage.replication.factor=3
                """);
        stack = LocalStack.in(folder)
                .postgres()
                .kafka()
                .connect(worker -> worker.properties(properties)
                        .plugin("debezium-postgres")
                        .env("TABLES", "public.orders"))
                .start();
        rest = stack.connect().rest();
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @Test
    void aConnectorLivesThroughKillFreezeAndRestartOfItsWorker() throws Exception {
        stack.kafka().createTopic("shop.public.orders", 1);
        sql("create table orders (id int primary key)");
        rest.put("orders", source("shop"));
        rest.awaitRunning("orders", SOON);

        sql("insert into orders values (1)");
        awaitRows(1);
        assertThat(stack.connect()
                        .metrics()
                        .sum("kafka.connect:type=source-task-metrics,connector=orders,*", "source-record-write-total"))
                .isEqualTo(1);
        stack.connect().kill();
        stack.connect().start();
        sql("insert into orders values (2)");
        rest.awaitRunning("orders", SOON);
        awaitRows(1, 2);

        stack.connect().freeze();
        sql("insert into orders values (3)");
        stack.connect().thaw();
        awaitRows(1, 2, 3);

        rest.pause("orders");
        stack.connect().restart();
        assertThat(rest.status("orders").path("connector").path("state").asText())
                .isEqualTo("PAUSED");
        rest.resume("orders");
        sql("insert into orders values (4)");
        awaitRows(1, 2, 3, 4);

        rest.stop("orders");
        JsonNode offsets = rest.offsets("orders");
        assertThat(offsets.path("offsets")).hasSize(1);
        rest.alterOffsets("orders", offsets.toString());
        assertThat(rest.offsets("orders")).isEqualTo(offsets);
        rest.resetOffsets("orders");
        assertThat(rest.offsets("orders").path("offsets"))
                .allMatch(each -> each.path("offset").isNull());

        rest.delete("orders");
        assertThat(rest.connectors()).doesNotContain("orders");
        try (Admin admin = stack.kafka().admin()) {
            assertThat(admin.listTopics().names().get()).contains("production-offsets");
        }
    }

    @Test
    void aFailedTaskIsReportedWithItsTraceAtOnce() {
        Map<String, String> config = source("failing");
        config.put("slot.name", "failing");
        config.put("publication.name", "nobody_made_it");
        config.put("publication.autocreate.mode", "disabled");
        rest.put("failing", config);
        assertThatThrownBy(() -> rest.awaitRunning("failing", Duration.ofMinutes(5)))
                .isInstanceOf(RestFailedException.class)
                .hasMessageContaining("task 0 has failed")
                .hasMessageContaining("Publication autocreation is disabled");
        rest.delete("failing");
    }

    @Test
    void validationNamesTheKeyThatIsWrong() {
        Map<String, String> config = source("shop");
        config.put("name", "orders");
        assertThat(rest.validate(POSTGRES_SOURCE, config)).isEmpty();
        config.put("database.port", "many");
        assertThat(rest.validate(POSTGRES_SOURCE, config)).containsOnlyKeys("database.port");
    }

    @Test
    void aRefusedRequestShowsTheWorkersOwnWords() {
        assertThatThrownBy(() -> rest.status("nobody"))
                .isInstanceOfSatisfying(
                        RestFailedException.class, e -> assertThat(e.status()).isEqualTo(404))
                .hasMessageContaining("No status found for connector nobody");
    }

    private static Map<String, String> source(String prefix) {
        Map<String, String> config = new TreeMap<>();
        config.put("connector.class", POSTGRES_SOURCE);
        config.put("database.hostname", "${env:POSTGRES_HOST}");
        config.put("database.port", "${env:POSTGRES_PORT}");
        config.put("database.user", "${env:POSTGRES_USER}");
        config.put("database.password", "${env:POSTGRES_PASSWORD}");
        config.put("database.dbname", "postgres");
        config.put("topic.prefix", prefix);
        config.put("plugin.name", "pgoutput");
        config.put("table.include.list", "${env:TABLES}");
        config.put("poll.interval.ms", "10");
        return config;
    }

    private static void sql(String statement) throws SQLException {
        try (Connection connection = stack.postgres().database("postgres").connection();
                Statement execution = connection.createStatement()) {
            execution.execute(statement);
        }
    }

    /** Each row, however often: a source that was killed sends again what it sent before its last offset commit. */
    private static void awaitRows(Integer... ids) {
        Map<String, Object> consumerConfig = Map.of(
                "bootstrap.servers", stack.kafka().bootstrapServers(),
                "key.deserializer", StringDeserializer.class,
                "value.deserializer", StringDeserializer.class);
        TopicPartition partition = new TopicPartition("shop.public.orders", 0);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(consumerConfig)) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            Set<Integer> seen = new TreeSet<>();
            Awaitility.await().atMost(SOON).untilAsserted(() -> {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                    seen.add(new ObjectMapper()
                            .readTree(record.value())
                            .at("/after/id")
                            .asInt());
                }
                assertThat(seen).containsExactly(ids);
            });
        }
    }
}
