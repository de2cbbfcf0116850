package io.effectivelyonce.endtoend;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.effectivelyonce.endtoend.audit.DeadLetters;
import io.effectivelyonce.endtoend.audit.Examined;
import io.effectivelyonce.endtoend.audit.Ledgers;
import io.effectivelyonce.endtoend.audit.Shelf;
import io.effectivelyonce.endtoend.audit.Verdict;
import io.effectivelyonce.endtoend.control.Breakage;
import io.effectivelyonce.localstack.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Sinks side by side that read the same log, and the audit of each. What has died is started again, as a platform does it. */
final class Controls implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String SHOP = "controls_shop";

    private final Checkout checkout = Checkout.find();
    private final Pipeline pipeline;
    private final ControlLog log;
    private final SearchApi search;
    private final Connection shop;
    private final TopicWatch watch;
    private final Map<String, TopicPartition> connectors = new LinkedHashMap<>();

    Controls(Pipeline pipeline) throws SQLException, IOException {
        this.pipeline = pipeline;
        String kafka = pipeline.stack().kafka().bootstrapServers();
        Database database = pipeline.stack().postgres().database(SHOP);
        execute(database, checkout.sql("shop"));
        log = ControlLog.of(database);
        pipeline.stack().kafka().createTopic(ControlLog.ORDERS.topic(), 1);
        pipeline.stack().kafka().createTopic(ControlLog.PRODUCTS.topic(), 1);
        log.publish(kafka);
        shop = database.connection();
        search = new SearchApi(pipeline.stack().elasticsearch().url());
        watch = new TopicWatch(kafka);
    }

    /** The shipped sink of business tables, with these changes. */
    void shippedBooks(String name, Consumer<Map<String, String>> changes) throws SQLException, IOException {
        Map<String, String> config = ConnectorDocument.config(checkout, Connector.SINK_BUSINESS);
        Ledgers.recordMovements(config);
        changes.accept(config);
        books(name, config);
    }

    /** A sink of business tables that is broken like this, and dies once in the middle of the log. */
    void books(Breakage breakage) throws SQLException, IOException {
        Map<String, String> shipped = ConnectorDocument.config(checkout, Connector.SINK_BUSINESS);
        Map<String, String> config = new HashMap<>();
        shipped.forEach((key, value) -> {
            if (key.startsWith("connection.") || key.startsWith("errors.")) {
                config.put(key, value);
            }
        });
        config.put("connector.class", "io.effectivelyonce.endtoend.control.BooksSinkConnector");
        config.put("books.breakage", breakage.name());
        config.put("books.dies.at", Integer.toString(log.death()));
        books(breakage.name().toLowerCase(Locale.ROOT), config);
    }

    private void books(String name, Map<String, String> config) throws SQLException {
        execute(books(name), checkout.sql("business"));
        execute(books(name), Ledgers.MOVEMENTS);
        config.computeIfPresent(
                "connection.url",
                (key, url) -> url.replaceFirst("/business$", "/" + books(name).name()));
        register("controls-books-" + name, config, ControlLog.ORDERS);
    }

    private Database books(String name) {
        return pipeline.stack().postgres().database("controls_" + name.replace('-', '_'));
    }

    /** The shipped sink of documents, with these changes. */
    void shelf(String name, Consumer<Map<String, String>> changes) throws IOException {
        Map<String, String> config = ConnectorDocument.config(checkout, Connector.SINK_PRODUCTS);
        config.put("index.name.format", index(name));
        config.put("delete.when.from", "header.eventType");
        config.put("delete.when.in", "ProductWithdrawn");
        changes.accept(config);
        search.ask("PUT", "/" + index(name));
        register(index(name), config, ControlLog.PRODUCTS);
    }

    private static String index(String name) {
        return "controls-shelf-" + name;
    }

    private void register(String connector, Map<String, String> config, TopicPartition source) {
        config.put("topics", source.topic());
        config.put("tasks.max", "1");
        config.put("errors.deadletterqueue.topic.name", letters(connector));
        pipeline.rest().put(connector, config);
        connectors.put(connector, source);
    }

    private static String letters(String connector) {
        return "dead-letters." + connector;
    }

    /** Waits until each of them has read everything, and runs. */
    void awaitEnd() {
        try (Admin admin = pipeline.stack().kafka().admin()) {
            connectors.forEach((connector, source) -> await(connector)
                    .atMost(LIMIT)
                    .until(() -> isRunning(connector) && committed(admin, connector, source) >= log.end(source)));
        }
    }

    private boolean isRunning(String connector) {
        JsonNode task = pipeline.rest().status(connector).path("tasks").path(0);
        if (task.path("state").asText().equals("FAILED")) {
            pipeline.rest().restartFailed(connector);
        }
        return task.path("state").asText().equals("RUNNING");
    }

    private static long committed(Admin admin, String connector, TopicPartition source) throws Exception {
        OffsetAndMetadata committed = admin.listConsumerGroupOffsets("connect-" + connector)
                .partitionsToOffsetAndMetadata()
                .get()
                .get(source);
        return committed == null ? 0 : committed.offset();
    }

    Verdict verdictOnBooks(String name) throws SQLException {
        try (Connection business = books(name).connection()) {
            List<Examined> examined = new ArrayList<>(Ledgers.examine(shop, business));
            examined.add(letters(Set.of(ControlLog.POISON), "controls-books-" + name));
            return new Verdict(examined);
        }
    }

    Verdict verdictOnShelf(String name) throws SQLException, IOException {
        return new Verdict(List.of(Shelf.examine(shop, search, index(name))));
    }

    private Examined letters(Set<String> poison, String connector) {
        await().atMost(LIMIT).until(() -> watch.count(letters(connector)) > 0);
        return DeadLetters.examine(
                poison,
                watch.records(letters(connector)).stream()
                        .map(letter -> new DeadLetters.Letter(letter.key(), "offset " + letter.offset()))
                        .toList());
    }

    private static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        connectors.keySet().forEach(pipeline.rest()::delete);
        watch.close();
        try {
            shop.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
