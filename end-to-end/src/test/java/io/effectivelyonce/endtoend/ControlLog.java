package io.effectivelyonce.endtoend;

import io.effectivelyonce.endtoend.stage.Publisher;
import io.effectivelyonce.localstack.Database;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A few days of a small shop as two logs: every event once, an order that nobody can apply, and the older half once more, late. */
final class ControlLog {
    static final TopicPartition ORDERS = new TopicPartition("controls.order", 0);
    static final TopicPartition PRODUCTS = new TopicPartition("controls.product", 0);

    /** The key of the order that nobody can apply. */
    static final String POISON = "poison";

    private static final Map<String, TopicPartition> LOGS =
            Map.of(Topic.ORDERS.aggregate(), ORDERS, Topic.PRODUCTS.aggregate(), PRODUCTS);

    private final List<ProducerRecord<String, String>> records = new ArrayList<>();

    private ControlLog() {}

    /** Does business in the shop, and takes the log from its outbox. */
    static ControlLog of(Database shop) throws SQLException {
        try (Shop open = new Shop(shop.connection())) {
            for (Deed deed : deeds()) {
                open.carryOut(deed);
            }
        }
        List<ProducerRecord<String, String>> events = new ArrayList<>();
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select id::text, aggregatetype, aggregateid, type, version::text, payload::text from outbox"
                                + " order by id")) {
            while (rows.next()) {
                events.add(record(
                        LOGS.get(rows.getString(2)),
                        rows.getString(3),
                        rows.getString(1),
                        rows.getString(4),
                        rows.getString(5),
                        rows.getString(6)));
            }
        }
        ControlLog log = new ControlLog();
        log.records.addAll(events);
        log.records.add(
                events.size() / 3,
                record(
                        ORDERS,
                        POISON,
                        UUID.randomUUID().toString(),
                        "OrderPaid",
                        "1",
                        "{\"orderId\":\"poison\",\"customer\":null,\"totalCents\":5,\"lines\":[]}"));
        log.records.addAll(events.subList(0, events.size() / 2));
        return log;
    }

    private static List<Deed> deeds() {
        List<Deed> deeds = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            deeds.add(new Deed.Change(new Product("lamp", i, "Lamp", 1000 + i)));
            deeds.add(new Deed.Change(new Product("bulb", i, "Bulb", 50 + i)));
            if (i == 1) {
                deeds.add(new Deed.Change(new Product("garland", 1, "Garland", 700)));
            }
            Order order = new Order(
                    "order-" + i, "customer-" + i, List.of(new Line("lamp", i, 1000), new Line("bulb", i + 1, 50)));
            deeds.add(new Deed.Pay(order));
            if (i % 3 == 0) {
                deeds.add(new Deed.Cancel(order));
            }
        }
        deeds.add(new Deed.Withdraw("garland", 2));
        return deeds;
    }

    private static ProducerRecord<String, String> record(
            TopicPartition log, String key, String id, String type, String version, String value) {
        ProducerRecord<String, String> record = new ProducerRecord<>(log.topic(), log.partition(), key, value);
        Map.of("id", id, "eventType", type, "version", version)
                .forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    void publish(String bootstrapServers) {
        try (Publisher publisher = new Publisher(bootstrapServers)) {
            publisher.publish(records);
        }
    }

    /** The offset after the last record. */
    long end(TopicPartition log) {
        return records.stream()
                .filter(record -> record.topic().equals(log.topic()))
                .count();
    }

    /** The offset of an order in the middle of the log. */
    int death() {
        return (int) end(ORDERS) / 2;
    }
}
