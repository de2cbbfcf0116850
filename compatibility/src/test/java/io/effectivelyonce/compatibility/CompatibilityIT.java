package io.effectivelyonce.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.effectivelyonce.localstack.ConnectRest;
import io.effectivelyonce.localstack.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The one published archive does its job on every worker and every PostgreSQL that the documentation names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CompatibilityIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<String> CLASSES = List.of(
            "io.effectivelyonce.outbox.OutboxEventRouter",
            "io.effectivelyonce.jdbc.DedupeJdbcSinkConnector",
            "io.effectivelyonce.elasticsearch.VersionedElasticsearchSinkConnector");

    private final Set<WorkerLine> sinksRan = EnumSet.noneOf(WorkerLine.class);
    private final Set<WorkerLine> sourceRan = EnumSet.noneOf(WorkerLine.class);
    private final Set<PostgresLine> postgresRan = EnumSet.noneOf(PostgresLine.class);
    private Servers servers;
    private Flow flow;

    @BeforeAll
    void everyServerRuns() throws IOException {
        servers = Servers.start();
        flow = new Flow(servers);
    }

    @AfterAll
    void nothingRunsAnyMore() {
        if (flow != null) {
            flow.close();
        }
        if (servers != null) {
            servers.close();
        }
    }

    @Order(1)
    @ParameterizedTest
    @MethodSource("io.effectivelyonce.compatibility.Lines#workers")
    void aWorkerListsEveryPluginWithTheSameVersion(WorkerLine line) {
        Map<String, String> listed = new HashMap<>();
        rest(line)
                .plugins()
                .forEach(plugin -> listed.put(
                        plugin.path("class").asText(), plugin.path("version").asText()));

        assertThat(rest(line).version()).isEqualTo(line.version());
        assertThat(listed).containsKeys(CLASSES.toArray(String[]::new));
        assertThat(CLASSES.stream().map(listed::get).distinct())
                .singleElement()
                .asString()
                .matches("\\d+\\.\\d+\\..+");
    }

    @Order(2)
    @ParameterizedTest
    @MethodSource("io.effectivelyonce.compatibility.Lines#workers")
    void aWrongConfigurationIsRefusedOnItsKey(WorkerLine line) throws Exception {
        Map<String, String> sink = flow.config("sink-products");
        sink.put("name", "products");
        sink.remove("version.from");

        assertThat(rest(line).validate(sink.get("connector.class"), sink)).containsOnlyKeys("version.from");
    }

    @Order(3)
    @ParameterizedTest
    @MethodSource("io.effectivelyonce.compatibility.Lines#workers")
    void whatIsDeliveredTwiceOrLateHasNoSecondEffect(WorkerLine line) throws Exception {
        Database database = database(PostgresLine.V18, "business_" + line.suffix(), "business");
        Map<String, String> business = business("orders-" + line.suffix(), PostgresLine.V18, database);
        flow.run(rest(line), "business-" + line.suffix(), business);
        Map<String, String> products = flow.config("sink-products");
        products.put("topics", "products-" + line.suffix());
        products.put("tasks.max", "1");
        products.put("index.name.format", "products-" + line.suffix());
        servers.kafka().createTopic(products.get("topics"), 1);
        flow.run(rest(line), "products-" + line.suffix(), products);

        sendOrdersTwice(business.get("topics"));
        for (long version : new long[] {1, 3, 2, 3}) {
            flow.sendProduct(products.get("topics"), "lamp", version);
        }
        flow.sendProduct(products.get("topics"), "last", 1);

        awaitInvoicesOnce(database);
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(
                                document(products, "last").path("found").asBoolean())
                        .isTrue());
        assertThat(document(products, "lamp").path("_version").asLong()).isEqualTo(3);
        sinksRan.add(line);
    }

    @Order(4)
    @ParameterizedTest
    @MethodSource("io.effectivelyonce.compatibility.Lines#servers")
    void theSinkWritesOnceIntoEveryPostgres(PostgresLine line) throws Exception {
        Database database = database(line, "business_old", "business");
        Map<String, String> business = business("orders-" + line.part(), line, database);
        flow.run(rest(Lines.workers().get(Lines.workers().size() - 1)), "business-" + line.part(), business);

        sendOrdersTwice(business.get("topics"));

        awaitInvoicesOnce(database);
        assertThat(text(database, "show server_version")).startsWith(line.version());
        postgresRan.add(line);
    }

    @Order(5)
    @ParameterizedTest
    @MethodSource("io.effectivelyonce.compatibility.Lines#sources")
    void aRowOfTheOutboxBecomesAnInvoice(WorkerLine line) throws Exception {
        Database shop = database(PostgresLine.V18, "shop_" + line.suffix(), "shop");
        Map<String, String> source = flow.config("source-outbox");
        source.put("database.dbname", shop.name());
        source.put("slot.name", "slot_" + line.suffix());
        source.put("transforms.outbox.route.topic.replacement", "orders-" + line.suffix());
        flow.run(rest(line), "source-" + line.suffix(), source);

        execute(shop, """
                insert into outbox (aggregatetype, aggregateid, type, version, payload) values ('order', 'routed', 'OrderPaid', 1,
                '{"orderId": "routed", "customer": "eve", "totalCents": 7, "lines": []}')""");

        Database business = servers.database(PostgresLine.V18, "business_" + line.suffix());
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(text(
                                business, "select string_agg(customer, ',') from invoices where order_id = 'routed'"))
                        .isEqualTo("eve"));
        sourceRan.add(line);
    }

    @Order(6)
    @Test
    void thePageTellsWhatRan() throws Exception {
        List<String> ran = CompatibilityPage.lines(sinksRan, sourceRan, postgresRan);

        CompatibilityPage.write(ran);
        assertThat(CompatibilityPage.committed()).containsAll(ran);
    }

    private Map<String, String> business(String topic, PostgresLine line, Database database) throws Exception {
        Map<String, String> config = flow.config("sink-business");
        config.put("topics", topic);
        config.put("tasks.max", "1");
        config.put("connection.url", database.jdbcUrl());
        config.put("connection.user", servers.postgres(line).user());
        config.put("connection.password", servers.postgres(line).password());
        servers.kafka().createTopic(topic, 1);
        return config;
    }

    private void sendOrdersTwice(String topic) throws Exception {
        for (String order : List.of("first", "second")) {
            String eventId = UUID.randomUUID().toString();
            flow.sendOrder(topic, order, eventId);
            flow.sendOrder(topic, order, eventId);
        }
        flow.sendOrder(topic, "last", UUID.randomUUID().toString());
    }

    private void awaitInvoicesOnce(Database database) {
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(text(database, "select string_agg(order_id, ',' order by id) from invoices"))
                                .isEqualTo("first,second,last"));
        assertThat(text(database, "select string_agg(sku || reserved, ',' order by sku) from inventory"))
                .isEqualTo("first-sku2,last-sku2,second-sku2");
    }

    private JsonNode document(Map<String, String> products, String id) throws Exception {
        return flow.document(products.get("index.name.format"), id);
    }

    private ConnectRest rest(WorkerLine line) {
        return servers.worker(line).rest();
    }

    /** A database with the tables of a script of connect-configs. */
    private Database database(PostgresLine line, String name, String script) throws Exception {
        Database database = servers.database(line, name);
        String sql = flow.sql(script);
        execute(database, line == PostgresLine.V18 ? sql : sql.replace("uuidv7()", "gen_random_uuid()"));
        return database;
    }

    private static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(Database database, String query) {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new AssertionError(query, e);
        }
    }
}
