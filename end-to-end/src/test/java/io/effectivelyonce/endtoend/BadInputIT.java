package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of records that can't be applied, and of their neighbours. */
@ExtendWith(SharedPipeline.class)
class BadInputIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String REASON = "__connect.errors.exception.message";

    private final Checkout checkout = Checkout.find();
    private final String name = "bad-input-" + UUID.randomUUID();
    private final Pipeline pipeline;
    private final Map<String, String> config = new HashMap<>();
    private KafkaProducer<String, String> producer;
    private TopicWatch watch;

    BadInputIT(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    @BeforeEach
    void aTopicOfItsOwn() {
        String kafka = pipeline.stack().kafka().bootstrapServers();
        pipeline.stack().kafka().createTopic(name, 1);
        producer =
                new KafkaProducer<>(Map.of("bootstrap.servers", kafka), new StringSerializer(), new StringSerializer());
        watch = new TopicWatch(kafka);
    }

    @AfterEach
    void theConnectorIsGone() {
        producer.close();
        watch.close();
        if (pipeline.rest().connectors().contains(name)) {
            pipeline.rest().delete(name);
        }
    }

    @Test
    void anEventWithoutAnIdIsDeadLetteredAndItsNeighboursAreApplied() throws Exception {
        register(Connector.SINK_BUSINESS);

        send(paid("before"), "OrderPaid", UUID.randomUUID().toString());
        send(paid("nameless"), "OrderPaid", null);
        send(paid("after"), "OrderPaid", UUID.randomUUID().toString());

        assertThat(onlyDeadLetter().value()).contains("nameless");
        assertThat(reason(onlyDeadLetter())).contains("header.id");
        awaitInvoices("before", "after");
        assertThat(invoiced()).doesNotContain(order("nameless"));
    }

    @Test
    void aPayloadThatIsNotJsonIsDeadLetteredAndItsNeighboursAreApplied() throws Exception {
        register(Connector.SINK_BUSINESS);

        send(paid("before"), "OrderPaid", UUID.randomUUID().toString());
        send("{\"orderId\": ", "OrderPaid", UUID.randomUUID().toString());
        send(paid("after"), "OrderPaid", UUID.randomUUID().toString());

        assertThat(onlyDeadLetter().value()).isEqualTo("{\"orderId\": ");
        assertThat(reason(onlyDeadLetter())).isNotBlank();
        awaitInvoices("before", "after");
    }

    @Test
    void aDocumentWithoutAVersionIsDeadLetteredAndItsNeighboursAreIndexed() throws Exception {
        config.put("index.name.format", "products");
        register(Connector.SINK_PRODUCTS);
        String before = name + "-before";
        String after = name + "-after";

        sendProduct(before, "1");
        sendProduct(name + "-unversioned", null);
        sendProduct(after, "1");

        assertThat(onlyDeadLetter().key()).isEqualTo(name + "-unversioned");
        assertThat(reason(onlyDeadLetter())).contains("header.version");
        await().atMost(LIMIT).untilAsserted(() -> assertThat(indexed()).contains(before, after));
        assertThat(indexed()).doesNotContain(name + "-unversioned");
    }

    @Test
    void whereErrorsAreNotToleratedTheTaskStopsAtTheRecordWithItsReason() throws Exception {
        config.put("errors.tolerance", "none");
        config.put("errors.deadletterqueue.topic.name", "");
        register(Connector.SINK_BUSINESS);

        send(paid("before"), "OrderPaid", UUID.randomUUID().toString());
        send(paid("nameless"), "OrderPaid", null);
        send(paid("after"), "OrderPaid", UUID.randomUUID().toString());

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(task().path("state").asText()).isEqualTo("FAILED"));
        assertThat(task().path("trace").asText()).contains("header.id", "topic " + name + ", partition 0, offset 1");
        awaitInvoices("before");
        assertThat(invoiced()).doesNotContain(order("nameless"), order("after"));
    }

    private void register(Connector connector) throws IOException {
        Map<String, String> whole = ConnectorDocument.config(checkout, connector);
        whole.put("topics", name);
        whole.put("tasks.max", "1");
        whole.put("errors.deadletterqueue.topic.name", deadLetters());
        whole.putAll(config);
        if (connector == Connector.SINK_BUSINESS) {
            whole.put("dedupe.consumer", name);
        }
        pipeline.rest().put(name, whole);
        pipeline.rest().awaitRunning(name, LIMIT);
    }

    private String deadLetters() {
        return "dead-letters." + name;
    }

    private String order(String order) {
        return name + "-" + order;
    }

    private String paid(String order) {
        return "{\"orderId\": \"%s\", \"customer\": \"ann\", \"totalCents\": 5, \"lines\": []}".formatted(order(order));
    }

    private void send(String value, String type, String eventId) throws ExecutionException, InterruptedException {
        ProducerRecord<String, String> record = new ProducerRecord<>(name, 0, "key", value);
        add(record.headers(), "eventType", type);
        add(record.headers(), "id", eventId);
        producer.send(record).get();
    }

    private void sendProduct(String sku, String version) throws ExecutionException, InterruptedException {
        ProducerRecord<String, String> record =
                new ProducerRecord<>(name, 0, sku, "{\"name\": \"Lamp\", \"priceCents\": 5}");
        add(record.headers(), "version", version);
        producer.send(record).get();
    }

    private static void add(Headers headers, String name, String value) {
        if (value != null) {
            headers.add(name, value.getBytes(StandardCharsets.UTF_8));
        }
    }

    private ConsumerRecord<String, String> onlyDeadLetter() {
        await().atMost(LIMIT).until(() -> watch.count(deadLetters()) > 0);
        List<ConsumerRecord<String, String>> found = watch.records(deadLetters());
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static String reason(ConsumerRecord<String, String> deadLetter) {
        return EventHeaders.text(deadLetter, REASON);
    }

    private JsonNode task() {
        return pipeline.rest().status(name).path("tasks").path(0);
    }

    private void awaitInvoices(String... orders) {
        List<String> ids = new ArrayList<>();
        for (String each : orders) {
            ids.add(order(each));
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(invoiced()).containsAll(ids));
    }

    private List<String> invoiced() throws SQLException {
        try (Books books = new Books(pipeline.business())) {
            return books.invoices().stream().map(Fact::key).toList();
        }
    }

    private List<String> indexed() throws IOException {
        return new Catalogue(pipeline.stack().elasticsearch().url())
                .documents().stream().map(Fact::key).toList();
    }
}
