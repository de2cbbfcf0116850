package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.effectivelyonce.localstack.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each page of docs/runbook, typed as it stands there, while orders lie behind it and come in after it. */
@ExtendWith(SharedPipeline.class)
class RunbookIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Checkout checkout = Checkout.find();
    private final Pipeline pipeline;
    private final String prefix = "runbook-" + UUID.randomUUID() + "-";
    private final SearchApi search;
    private Shop shop;
    private int orders;

    RunbookIT(Pipeline pipeline) {
        this.pipeline = pipeline;
        this.search = new SearchApi(pipeline.stack().elasticsearch().url());
    }

    @BeforeEach
    void theShippedConnectorsAndSomeOrders() throws SQLException {
        pipeline.register(EnumSet.of(Connector.SOURCE_OUTBOX, Connector.SINK_BUSINESS));
        shop = new Shop(pipeline.shop().connection());
        shop.carryOut(new Deed.Change(new Product(prefix + "lamp", 1, "Lamp", 1000)));
        placeOrders(8);
        awaitInvoices(orders);
    }

    @AfterEach
    void clear() throws SQLException {
        shop.close();
        for (String name : pipeline.rest().connectors()) {
            if (!name.equals(Connector.SOURCE_OUTBOX.title())) {
                pipeline.rest().delete(name);
            }
        }
    }

    @Test
    void aReplayFromTheBeginningHasNoEffect() throws Exception {
        follow("replay");

        eachOrderHasItsEffectsOnceAlsoTheNextOnes("sink-business");
    }

    @Test
    void readingOnePartitionAgainHasNoEffect() throws Exception {
        follow("reset-one-partition");

        eachOrderHasItsEffectsOnceAlsoTheNextOnes("sink-business");
    }

    @Test
    void aRenamedConnectorKeepsItsClaims() throws Exception {
        follow("rename-connector");

        assertThat(pipeline.rest().connectors()).contains("sink-orders").doesNotContain("sink-business");
        eachOrderHasItsEffectsOnceAlsoTheNextOnes("sink-orders");
    }

    @Test
    void aSecondConsumerHasItsEffectOfPastOrdersAndTheFirstNoneAgain() throws Exception {
        for (String sql : RunbookPage.named(checkout, "second-consumer").blocks("sql")) {
            execute(pipeline.business(), "drop table if exists customers;" + sql);
        }

        follow("second-consumer");

        placeOrders(2);
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(ask("select orders from customers where customer = '" + prefix + "ann'"))
                                .isEqualTo(orders));
        eachOrderHasItsEffectsOnceAlsoTheNextOnes("sink-customers");
        assertThat(ask("select orders from customers where customer = '" + prefix + "ann'"))
                .isEqualTo(orders);
    }

    @Test
    void whatWasRejectedHasItsEffectAfterTheRepairUnderItsOriginalId() throws Exception {
        String kafka = pipeline.stack().kafka().bootstrapServers();
        execute(pipeline.business(), "alter table invoices add constraint repaired_later check (amount_cents <> 7777)");
        try (TopicWatch watch = new TopicWatch(kafka)) {
            String id = pay("7777", 7777);
            await().atMost(LIMIT)
                    .until(() -> watch.records("dead-letters.business").stream()
                            .anyMatch(letter -> EventHeaders.eventId(letter).equals(id)));
            assertThat(ask("select count(*) from processed_events where event_id = '" + id + "'"))
                    .isZero();
            execute(pipeline.business(), "alter table invoices drop constraint repaired_later");

            follow("redrive");

            awaitInvoices(orders);
            assertThat(ask("select count(*) from processed_events where consumer = 'business' and event_id = '" + id
                            + "'"))
                    .isEqualTo(1);
        }
        follow("replay");
        eachOrderHasItsEffectsOnceAlsoTheNextOnes("sink-business");
    }

    @Test
    void documentsMoveToANewIndexUnderTheirVersionsSoThatAReplayHasNoEffect() throws Exception {
        pipeline.register(EnumSet.of(Connector.SINK_PRODUCTS));
        changePrice(2);
        changePrice(3);
        awaitVersion("products", 3);

        follow("move-index");

        assertThat(versionOf("products-2")).isEqualTo(3);
        pipeline.rest().stop("sink-products");
        pipeline.rest().resetOffsets("sink-products");
        pipeline.rest().resume("sink-products");
        changePrice(4);
        awaitVersion("products-2", 4);
        awaitEnd("sink-products", Topic.PRODUCTS, 4);
        assertThat(versionOf("products")).isEqualTo(4);
    }

    @Test
    void aTopicGrowsWithoutALossOrADouble() throws Exception {
        follow("grow-partitions", 0);
        awaitEnd("sink-business", Topic.ORDERS, orders);
        follow("grow-partitions", 1);

        pipeline.rest().awaitRunning("source-outbox", LIMIT);
        eachOrderHasItsEffectsOnceAlsoTheNextOnes("sink-business");
        try (Admin admin = pipeline.stack().kafka().admin()) {
            assertThat(admin.describeTopics(List.of(Topic.ORDERS.title()))
                            .allTopicNames()
                            .get()
                            .get(Topic.ORDERS.title())
                            .partitions())
                    .hasSize(8);
        }
    }

    @Test
    void aSingleTaskMayBeAStaticMember() throws Exception {
        follow("fewer-rebalances");

        eachOrderHasItsEffectsOnceAlsoTheNextOnes("sink-business");
        try (Admin admin = pipeline.stack().kafka().admin()) {
            assertThat(admin.describeConsumerGroups(List.of("connect-sink-business"))
                            .all()
                            .get()
                            .get("connect-sink-business")
                            .members())
                    .extracting(MemberDescription::groupInstanceId)
                    .contains(Optional.of("sink-business"));
        }
    }

    @Test
    void oldAndNewEventsInOneLogHaveTheirEffectsOnce() throws Exception {
        for (String sql : RunbookPage.named(checkout, "growing-events").blocks("sql")) {
            execute(pipeline.business(), sql);
        }

        follow("growing-events");

        pipeline.rest().awaitRunning("sink-business", LIMIT);
        announce(
                "order",
                "francs",
                "{\"orderId\":\"%s\",\"customer\":\"ann\",\"totalCents\":5,\"currency\":\"CHF\",\"lines\":[]}");
        announce("order.v2", "broken", "{\"order\":{\"id\":\"%s\",\"customer\":\"ann\",\"total\":{\"cents\":7}}}");
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(
                                ask("select count(*) from invoices where order_id in ('%1$sfrancs', '%1$sbroken')"
                                        .formatted(prefix)))
                        .isEqualTo(2));
        follow("replay");
        placeOrders(1);
        awaitInvoices(orders + 2);
        awaitEnd("sink-business", Topic.ORDERS, orders + 1);

        assertThat(ask("select count(*) from invoices where order_id like '" + prefix + "%'"))
                .isEqualTo(orders + 2);
        assertThat(ask("select count(*) from invoices where currency = 'CHF' and order_id = '" + prefix + "francs'"))
                .isEqualTo(1);
        assertThat(ask("select amount_cents from invoices where order_id = '" + prefix + "broken'"))
                .isEqualTo(7);
    }

    private void announce(String aggregate, String order, String payload) throws SQLException {
        execute(
                pipeline.shop(),
                "insert into outbox (aggregatetype, aggregateid, type, version, payload) values ('%s', '%s', 'OrderPaid', 1, '%s')"
                        .formatted(aggregate, prefix + order, payload.formatted(prefix + order)));
    }

    private void changePrice(long version) throws SQLException {
        shop.carryOut(new Deed.Change(new Product(prefix + "lamp", version, "Lamp", 1000 + version)));
    }

    private void awaitVersion(String index, long version) {
        await().atMost(LIMIT)
                .ignoreException(IOException.class)
                .untilAsserted(() -> assertThat(versionOf(index)).isEqualTo(version));
    }

    private long versionOf(String index) throws IOException {
        return search.ask("GET", "/" + index + "/_doc/" + prefix + "lamp")
                .path("_version")
                .asLong();
    }

    private void follow(String page) throws Exception {
        RunbookPage.named(checkout, page).follow(checkout, pipeline.stack());
    }

    private void follow(String page, int block) throws Exception {
        RunbookPage.named(checkout, page).follow(block, checkout, pipeline.stack());
    }

    private void placeOrders(int more) throws SQLException {
        for (int i = 0; i < more; i++) {
            pay(Integer.toString(orders), 1000);
        }
    }

    private String pay(String order, int cents) throws SQLException {
        orders++;
        return shop.carryOut(
                new Deed.Pay(new Order(prefix + order, prefix + "ann", List.of(new Line(prefix + "lamp", 1, cents)))));
    }

    /** Orders that come in now are the proof that the sink has read up to them, past everything that it read again. */
    private void eachOrderHasItsEffectsOnceAlsoTheNextOnes(String sink) throws Exception {
        pipeline.rest().awaitRunning(sink, LIMIT);
        placeOrders(8);
        awaitInvoices(orders);
        awaitEnd(sink, Topic.ORDERS, orders);
        assertThat(ask("select count(*) from invoices where order_id like '" + prefix + "%'"))
                .isEqualTo(orders);
        assertThat(ask("select count(distinct order_id) from invoices where order_id like '" + prefix + "%'"))
                .isEqualTo(orders);
        assertThat(ask("select movements from inventory where sku = '" + prefix + "lamp'"))
                .isEqualTo(orders);
    }

    private void awaitInvoices(int expected) {
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(ask("select count(*) from invoices where order_id like '" + prefix + "%'"))
                                .isGreaterThanOrEqualTo(expected));
    }

    /** Waits until the sink's group has committed everything on its topic, which holds at least so many records. */
    private void awaitEnd(String sink, Topic topic, int least) {
        try (Admin admin = pipeline.stack().kafka().admin();
                TopicWatch watch = new TopicWatch(pipeline.stack().kafka().bootstrapServers())) {
            await().atMost(LIMIT).until(() -> watch.count(topic.title()) >= least);
            await().atMost(LIMIT).until(() -> {
                var committed = admin.listConsumerGroupOffsets("connect-" + sink)
                        .partitionsToOffsetAndMetadata()
                        .get();
                return watch.ends(topic).entrySet().stream()
                        .allMatch(end -> reached(committed.get(end.getKey()), end.getValue()));
            });
        }
    }

    private static boolean reached(OffsetAndMetadata committed, long end) {
        return committed != null && committed.offset() >= end;
    }

    private long ask(String question) throws SQLException {
        try (Connection connection = pipeline.business().connection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            return answer.next() ? answer.getLong(1) : 0;
        }
    }

    private static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
