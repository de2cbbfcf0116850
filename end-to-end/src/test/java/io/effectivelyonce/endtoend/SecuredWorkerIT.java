package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.effectivelyonce.localstack.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/worker-configuration.md says of a worker that others can reach, and the ways of an operator who has two versions on it. */
@ExtendWith(SharedPipeline.class)
class SecuredWorkerIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SINK = "io.effectivelyonce.jdbc.DedupeJdbcSinkConnector";

    private final Pipeline pipeline;
    private final SecuredWorker secured;
    private final String name = "secured-" + UUID.randomUUID();
    private final String table = name.replace('-', '_');
    private KafkaProducer<String, String> producer;

    SecuredWorkerIT(Pipeline pipeline, SecuredWorker secured) {
        this.pipeline = pipeline;
        this.secured = secured;
    }

    @BeforeEach
    void aTopicATableAndASecret() throws IOException, SQLException {
        PostgresServer postgres = pipeline.stack().postgres();
        pipeline.stack().kafka().createTopic(name, 1);
        Sql.run(pipeline.business(), "create table " + table + " (event text)");
        Files.writeString(
                secured.etc().resolve("secrets/business.properties"),
                "user=" + postgres.user() + "\npassword=" + postgres.password() + "\n");
        Files.writeString(secured.etc().resolve("secrets/business-password"), postgres.password());
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", pipeline.stack().kafka().bootstrapServers()),
                new StringSerializer(),
                new StringSerializer());
    }

    @AfterEach
    void nothingIsLeft() {
        producer.close();
        if (secured.rest().connectors().contains(name)) {
            secured.rest().delete(name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/connectors", "/health", "/connector-plugins", "/admin/loggers"})
    void whoHasNoPasswordGetsNothing(String path) throws IOException, InterruptedException {
        assertThat(get(path, null)).isEqualTo(401);
        assertThat(get(path, SecuredWorker.USER + ":guessed")).isEqualTo(401);
        assertThat(get(path, SecuredWorker.USER + ":" + SecuredWorker.PASSWORD)).isEqualTo(200);
    }

    @Test
    void secretsComeFromFilesAndAreNeverShown() throws Exception {
        Map<String, String> config = sink();
        config.put("connection.user", reference("file", "secrets/business.properties:user"));
        config.put("connection.password", reference("file", "secrets/business.properties:password"));
        register(config);
        send(1);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(rows()).hasSize(1));

        config.put("connection.password", reference("dir", "secrets:business-password"));
        register(config);
        send(2);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(rows()).hasSize(2));

        assertThat(shownConfig().path("connection.password").asText()).startsWith("${dir:");
    }

    @Test
    void whatLiesOutsideOfTheFolderOfSecretsCanNotBeRead() {
        Map<String, String> config = sink();
        config.put("connection.password", "${file:" + secured.etc().resolve("rest-jaas.conf") + ":KafkaConnect}");

        assertThat(problems(config)).containsOnlyKeys("connection.password");
    }

    @ParameterizedTest
    @CsvSource({
        "consumer.override.bootstrap.servers, localhost:1",
        "consumer.override.isolation.level, read_uncommitted",
        "consumer.override.group.id, another",
        "producer.override.bootstrap.servers, localhost:1",
    })
    void aConnectorMayNotChangeWhereItsRecordsGoNorWhatItsGroupReads(String key, String value) {
        Map<String, String> config = sink();
        config.put(key, value);

        assertThat(problems(config)).containsOnlyKeys(key);
    }

    @Test
    void aConnectorMayChangeHowMuchItReadsAtOnce() {
        Map<String, String> config = sink();
        config.put("consumer.override.max.poll.records", "2000");
        config.put("consumer.override.max.partition.fetch.bytes", "8388608");
        config.put("consumer.override.fetch.max.bytes", "67108864");
        config.put("consumer.override.group.protocol", "consumer");
        config.put("producer.override.compression.type", "zstd");

        assertThat(problems(config)).isEmpty();
    }

    @Test
    void anUpgradeAndTheWayBackApplyEveryEventOnce() throws Exception {
        Map<String, String> older = sink();
        older.put("connector.plugin.version", "[" + SecuredWorker.OLDER_VERSION + "]");
        String newest = newestVersion();

        run(older, SecuredWorker.OLDER_VERSION);
        send(1);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(rows()).containsExactly("e1"));

        run(sink(), newest);
        send(1);
        send(2);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(rows()).containsExactly("e1", "e2"));

        run(older, SecuredWorker.OLDER_VERSION);
        send(2);
        send(3);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(rows()).containsExactly("e1", "e2", "e3"));
    }

    @Test
    void theOffsetsOfStrimzisResourceReplayWhatIsAppliedAlready() throws Exception {
        register(sink());
        send(1);
        send(2);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(rows()).containsExactly("e1", "e2"));

        secured.rest().stop(name);
        secured.rest().alterOffsets(name, Strimzi.replay(Checkout.find(), name, 1));
        secured.rest().resume(name);

        await().atMost(LIMIT).untilAsserted(() -> assertThat(duplicates()).isEqualTo(2));
        assertThat(rows()).containsExactly("e1", "e2");
    }

    private Map<String, String> sink() {
        PostgresServer postgres = pipeline.stack().postgres();
        Map<String, String> config = new HashMap<>(Map.of(
                "name",
                name,
                "connector.class",
                SINK,
                "tasks.max",
                "1",
                "topics",
                name,
                "connection.url",
                "jdbc:postgresql://${env:POSTGRES_HOST}:${env:POSTGRES_PORT}/business",
                "connection.user",
                postgres.user(),
                "connection.password",
                postgres.password(),
                "dedupe.consumer",
                name));
        config.put("dedupe.table.create", "false");
        config.put("offsets.table.create", "false");
        config.put("statements", "one");
        config.put("statements.one.sql", "insert into " + table + " values (:value)");
        config.put("value.converter", "org.apache.kafka.connect.storage.StringConverter");
        config.put("errors.tolerance", "all");
        config.put("errors.deadletterqueue.topic.name", "dead-letters." + name);
        config.put("errors.deadletterqueue.topic.replication.factor", "1");
        return config;
    }

    private String reference(String provider, String what) {
        return "${" + provider + ":" + secured.etc() + "/" + what + "}";
    }

    private Map<String, List<String>> problems(Map<String, String> config) {
        return secured.rest().validate(SINK, config);
    }

    private void register(Map<String, String> config) {
        secured.rest().put(name, config);
        secured.rest().awaitRunning(name, LIMIT);
    }

    /** The event of this number, whose id is its number too. */
    private void send(int number) throws Exception {
        ProducerRecord<String, String> record = new ProducerRecord<>(name, 0, "key", "e" + number);
        record.headers().add("id", new UUID(number, name.hashCode()).toString().getBytes(StandardCharsets.UTF_8));
        producer.send(record).get();
    }

    private List<String> rows() throws SQLException {
        return Sql.rows(pipeline.business(), "select event from " + table + " order by 1");
    }

    private long duplicates() throws IOException {
        return secured.worker()
                .metrics()
                .sum("kafka.connect:type=plugins,connector=%s,outcome=duplicate,*".formatted(name), "records-total");
    }

    /** Gives the connector this configuration and waits until connector and task run in this version. */
    private void run(Map<String, String> config, String version) {
        secured.rest().put(name, config);
        await().atMost(LIMIT).untilAsserted(() -> {
            JsonNode status = secured.rest().status(name);
            assertThat(List.of(status.path("connector"), status.path("tasks").path(0)))
                    .allSatisfy(part -> {
                        assertThat(part.path("state").asText()).isEqualTo("RUNNING");
                        assertThat(part.path("version").asText()).isEqualTo(version);
                    });
        });
    }

    private String newestVersion() {
        List<String> versions = new ArrayList<>();
        secured.rest().plugins().forEach(plugin -> {
            if (plugin.path("class").asText().equals(SINK)) {
                versions.add(plugin.path("version").asText());
            }
        });
        assertThat(versions).hasSize(2).contains(SecuredWorker.OLDER_VERSION);
        versions.remove(SecuredWorker.OLDER_VERSION);
        return versions.get(0);
    }

    private JsonNode shownConfig() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                ask("/connectors/" + name + "/config", SecuredWorker.USER + ":" + SecuredWorker.PASSWORD);
        return new ObjectMapper().readTree(answer.body());
    }

    private int get(String path, String credentials) throws IOException, InterruptedException {
        return ask(path, credentials).statusCode();
    }

    private HttpResponse<String> ask(String path, String credentials) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(secured.worker().url() + path));
        if (credentials != null) {
            String encoded = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
            request.header("Authorization", "Basic " + encoded);
        }
        return HttpClient.newBuilder()
                .sslContext(secured.trust())
                .build()
                .send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
