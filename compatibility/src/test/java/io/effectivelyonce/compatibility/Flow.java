package io.effectivelyonce.compatibility;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.effectivelyonce.localstack.ConnectRest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** The events of the story, sent by a plain producer, and the connectors of the story on topics of their own. */
final class Flow implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Path configs = Path.of(System.getProperty("house.root"), "connect-configs");
    private final Servers servers;
    private final KafkaProducer<String, String> producer;

    Flow(Servers servers) {
        this.servers = servers;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers.kafka().bootstrapServers()),
                new StringSerializer(),
                new StringSerializer());
    }

    /** A connector's configuration in connect-configs, for the caller to change. */
    Map<String, String> config(String connector) throws IOException {
        JsonNode document = json.readTree(configs.resolve(connector + ".json").toFile());
        return json.convertValue(document.path("config"), new TypeReference<LinkedHashMap<String, String>>() {});
    }

    /** The SQL of a database in connect-configs. */
    String sql(String database) throws IOException {
        return Files.readString(configs.resolve("sql").resolve(database + ".sql"));
    }

    void run(ConnectRest rest, String name, Map<String, String> config) {
        rest.put(name, config);
        rest.awaitRunning(name, START);
    }

    void sendOrder(String topic, String order, String eventId) throws ExecutionException, InterruptedException {
        String value = """
                {"orderId": "%s", "customer": "ann", "totalCents": 500, "lines": [{"sku": "%s-sku", "quantity": 2}]}""".formatted(order, order);
        send(topic, order, value, Map.of("id", eventId, "eventType", "OrderPaid", "version", "1"));
    }

    void sendProduct(String topic, String sku, long version) throws ExecutionException, InterruptedException {
        String value = """
                {"name": "Lamp", "priceCents": %d}""".formatted(version);
        send(topic, sku, value, Map.of("eventType", "ProductChanged", "version", Long.toString(version)));
    }

    private void send(String topic, String key, String value, Map<String, String> headers)
            throws ExecutionException, InterruptedException {
        ProducerRecord<String, String> record = new ProducerRecord<>(topic, 0, key, value);
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        producer.send(record).get();
    }

    /** A document with its version; empty while it isn't there. */
    JsonNode document(String index, String id) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(servers.elasticsearch() + "/" + index + "/_doc/" + id))
                .timeout(START)
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() == 200 ? json.readTree(answer.body()) : json.createObjectNode();
    }

    @Override
    public void close() {
        producer.close();
    }
}
