package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The story with events in Avro, with the settings that docs/avro.md prints. */
@ExtendWith(SharedPipeline.class)
class AvroIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SCHEMA_ID = "apicurio.value.globalId";
    private static final String DEAD_LETTERS = "dead-letters.avro";
    private static final Pattern BLOCK = Pattern.compile("## On the (\\w+)\\n.*?```json\\n(.*?)```", Pattern.DOTALL);

    private final ObjectMapper json = new ObjectMapper();
    private final Checkout checkout = Checkout.find();
    private final Pipeline pipeline;
    private SchemaRegistry registry;

    AvroIT(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    @BeforeEach
    void anOutboxAndTables() throws IOException, SQLException {
        registry = new SchemaRegistry();
        Sql.run(
                pipeline.shop(),
                "create table avro_outbox (like outbox including all)",
                "create publication avro_publication for table avro_outbox with (publish = 'insert')");
        Sql.run(
                pipeline.business(),
                "create table avro_invoices (order_id text, cents bigint constraint positive check (cents > 0))",
                "create table avro_reserved (sku text, quantity bigint)");
    }

    @AfterEach
    void nothingIsLeft() {
        pipeline.rest().connectors().stream()
                .filter(name -> name.startsWith("avro-"))
                .forEach(pipeline.rest()::delete);
        registry.close();
    }

    @Test
    void eventsInAvroHaveTheirEffectsOnceAndKeepTheIdsOfTheirSchemas() throws Exception {
        announce(
                "order",
                "o1",
                1,
                "{\"orderId\": \"o1\", \"cents\": 4900, \"lines\": [{\"sku\": \"lamp\", \"quantity\": 2}]}");
        announce(
                "order",
                "o2",
                1,
                "{\"orderId\": \"o2\", \"cents\": 0, \"lines\": [{\"sku\": \"desk\", \"quantity\": 1}]}");
        announce("product", "lamp", 1, "{\"name\": \"Lamp\", \"cents\": 5}");
        announce("product", "lamp", 2, "{\"name\": \"Lamp\", \"cents\": 6}");
        register("avro-source", source());
        register("avro-orders", orders("avro.event.order"));
        register("avro-products", products());

        await().atMost(LIMIT).untilAsserted(() -> assertThat(invoices()).containsExactly("o1 4900"));
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(lamp())
                        .isEqualTo(json.readTree("{\"version\": 2, \"source\": {\"name\": \"Lamp\", \"cents\": 6}}")));
        theDeadLetterIsTheEventItselfWithTheIdOfItsSchema();

        // which is why it can be driven again, here beside a replay of everything
        Sql.run(pipeline.business(), "alter table avro_invoices drop constraint positive");
        register("avro-again", orders(DEAD_LETTERS));
        replay("avro-orders");
        replay("avro-products");
        await().atMost(LIMIT)
                .until(() -> records("avro-orders", "duplicate") + records("avro-again", "duplicate") == 2);
        await().atMost(LIMIT).until(() -> records("avro-products", "stale") == 1);
        assertThat(invoices()).containsExactly("o1 4900", "o2 0");
        assertThat(Sql.rows(pipeline.business(), "select sku, quantity from avro_reserved order by 1"))
                .containsExactly("desk 1", "lamp 2");
        assertThat(lamp().path("version").asLong()).isEqualTo(2);
    }

    private void theDeadLetterIsTheEventItselfWithTheIdOfItsSchema() {
        List<ConsumerRecord<byte[], byte[]>> events = topic("avro.event.order").records(2);
        ConsumerRecord<byte[], byte[]> letter = topic(DEAD_LETTERS).records(1).get(0);
        ConsumerRecord<byte[], byte[]> event = events.stream()
                .filter(each -> EventHeaders.eventId(each).equals(EventHeaders.eventId(letter)))
                .findFirst()
                .orElseThrow();

        assertThat(events).allSatisfy(each -> {
            assertThat(registry.artifacts().get(schemaId(each) - 1).schema()).contains("orderId");
            assertThat(new String(each.value(), StandardCharsets.ISO_8859_1)).doesNotContain("orderId");
        });
        assertThat(letter.value()).isEqualTo(event.value());
        assertThat(schemaId(letter)).isEqualTo(schemaId(event));
    }

    private static int schemaId(ConsumerRecord<byte[], byte[]> event) {
        return Math.toIntExact(
                ByteBuffer.wrap(event.headers().lastHeader(SCHEMA_ID).value()).getLong());
    }

    private void announce(String aggregate, String id, long version, String payload) throws SQLException {
        Sql.run(
                pipeline.shop(),
                "insert into avro_outbox (aggregatetype, aggregateid, type, version, payload) values ('%s', '%s', 'Changed', %d, '%s')"
                        .formatted(aggregate, id, version, payload));
    }

    private Map<String, String> source() throws IOException {
        Map<String, String> config = ConnectorDocument.config(checkout, Connector.SOURCE_OUTBOX);
        config.putAll(Map.of(
                "topic.prefix", "avro",
                "slot.name", "avro_slot",
                "publication.name", "avro_publication",
                "table.include.list", "public.avro_outbox",
                // the rows are there already when it comes
                "snapshot.mode", "initial",
                "transforms.outbox.table.include.list", "public.avro_outbox",
                "transforms.outbox.route.topic.replacement", "avro.event.${routedByValue}"));
        return inAvro(config, "source");
    }

    private Map<String, String> orders(String topic) throws IOException {
        Map<String, String> config = ConnectorDocument.config(checkout, Connector.SINK_BUSINESS);
        config.keySet().removeIf(key -> key.startsWith("statements"));
        config.putAll(Map.of(
                "topics", topic,
                "dedupe.consumer", "avro",
                "errors.deadletterqueue.topic.name",
                        topic.equals(DEAD_LETTERS) ? DEAD_LETTERS + ".again" : DEAD_LETTERS,
                "statements", "invoice,reserve",
                "statements.invoice.sql", "insert into avro_invoices values (:orderId, :cents)",
                "statements.reserve.for.each", "value.lines",
                "statements.reserve.sql", "insert into avro_reserved values (:item.sku, :item.quantity)"));
        return inAvro(config, "sinks");
    }

    private Map<String, String> products() throws IOException {
        Map<String, String> config = ConnectorDocument.config(checkout, Connector.SINK_PRODUCTS);
        config.putAll(Map.of("topics", "avro.event.product", "index.name.format", "avro-products"));
        return inAvro(config, "sinks");
    }

    /** The configuration with what the page says for this end. */
    private Map<String, String> inAvro(Map<String, String> config, String end) throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(checkout.root().resolve("docs/avro.md")));
        boolean found = false;
        while (blocks.find()) {
            if (blocks.group(1).equals(end)) {
                config.putAll(json.readValue(blocks.group(2), new TypeReference<Map<String, String>>() {}));
                found = true;
            }
        }
        assertThat(found)
                .as("docs/avro.md has a JSON block below 'On the %s'", end)
                .isTrue();
        assertThat(config).containsKey("value.converter.apicurio.registry.url");
        config.put("value.converter.apicurio.registry.url", registry.url());
        return config;
    }

    private void register(String name, Map<String, String> config) {
        pipeline.rest().put(name, config);
        pipeline.rest().awaitRunning(name, LIMIT);
    }

    private void replay(String sink) {
        pipeline.rest().stop(sink);
        pipeline.rest().resetOffsets(sink);
        pipeline.rest().resume(sink);
    }

    private long records(String sink, String outcome) throws IOException {
        return pipeline.stack()
                .connect()
                .metrics()
                .sum("kafka.connect:type=plugins,connector=%s,outcome=%s,*".formatted(sink, outcome), "records-total");
    }

    private List<String> invoices() throws SQLException {
        return Sql.rows(pipeline.business(), "select order_id, cents from avro_invoices order by 1");
    }

    private RawTopic topic(String name) {
        return new RawTopic(pipeline.stack().kafka().bootstrapServers(), name);
    }

    private JsonNode lamp() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(pipeline.stack().elasticsearch().url() + "/avro-products/_doc/lamp"))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode document = json.readTree(answer.body());
        return json.createObjectNode()
                .put("version", document.path("_version").asInt())
                .set("source", document.path("_source"));
    }
}
