package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.endtoend.Checkout;
import io.effectivelyonce.endtoend.Connector;
import io.effectivelyonce.endtoend.Limit;
import io.effectivelyonce.endtoend.SearchApi;
import io.effectivelyonce.endtoend.Topic;
import io.effectivelyonce.endtoend.TopicWatch;
import io.effectivelyonce.endtoend.audit.Ledgers;
import io.effectivelyonce.endtoend.wire.DatabaseWire;
import io.effectivelyonce.endtoend.wire.SearchWire;
import io.effectivelyonce.localstack.ConnectRest;
import io.effectivelyonce.localstack.ConnectWorker;
import io.effectivelyonce.localstack.Database;
import io.effectivelyonce.localstack.LocalStack;
import io.effectivelyonce.localstack.Part;
import io.effectivelyonce.localstack.PostgresServer;
import io.effectivelyonce.localstack.WorkerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;

/**
 * Everything that faults happen to. Each fault leaves all servers up and all connectors registered, and returns; it need not wait until
 * they have recovered.
 */
public final class Stage implements AutoCloseable {
    /** Of each topic. */
    public static final int PARTITIONS = 6;

    /** Workers in the cluster, numbered from 0. */
    public static final int WORKERS = 2;

    static final String BUSINESS_SERVER = "postgres-business";

    private static final Limit CALM = Limit.ofSeconds(240);

    private final LocalStack stack;
    private final Database shop;
    private final Database business;
    private final DatabaseWire databaseWire;
    private final SearchWire searchWire;
    private final SearchApi search;
    private final ProductIndex index;
    private final Map<Role, Sink> sinks = new EnumMap<>(Role.class);
    private final Operator operator;
    private final Admin admin;
    private final TopicWatch watch;
    private final Publisher publisher;
    private final Repeater repeater;
    private final Poisoner poisoner;
    private final VersionWatch versions;
    private final Customers customers;
    /** The worker that nobody may talk to now. */
    private int absent = -1;

    private Stage(Checkout checkout, LocalStack stack, Random random) throws SQLException, IOException {
        this.stack = stack;
        PostgresServer businessServer = stack.postgres(BUSINESS_SERVER);
        shop = stack.postgres().database("shop");
        business = businessServer.database("business");
        create(shop, checkout.sql("shop"));
        create(business, checkout.sql("business"));
        create(business, Ledgers.MOVEMENTS);
        search = new SearchApi(stack.elasticsearch().url());
        index = new ProductIndex(search);
        index.create();
        stack.kafka().createTopic(Topic.ORDERS.title(), PARTITIONS);
        stack.kafka().createTopic(Topic.PRODUCTS.title(), PARTITIONS);
        databaseWire = new DatabaseWire(businessServer.port());
        searchWire = new SearchWire(stack.elasticsearch().url());
        admin = stack.kafka().admin();
        watch = new TopicWatch(stack.kafka().bootstrapServers());
        publisher = new Publisher(stack.kafka().bootstrapServers());
        repeater = new Repeater(watch, publisher);
        poisoner = new Poisoner(publisher);
        operator = new Operator(
                this::rest, Set.of(Connector.SOURCE_OUTBOX.title(), Connector.SOURCE_EMAIL_OUTBOX.title()));
        register(new Connectors(checkout), businessServer);
        versions = new VersionWatch(search);
        customers = new Customers(shop, new Market(random));
    }

    /** Starts everything in the folder, which must be empty, and lets the customers in. */
    public static Stage set(Checkout checkout, Path folder, Random random) throws SQLException, IOException {
        LocalStack stack = LocalStack.in(folder)
                .postgres()
                .postgres(BUSINESS_SERVER, postgres -> postgres.set("deadlock_timeout", "200ms"))
                .kafka(kafka -> kafka.set("transaction.abort.timed.out.transaction.cleanup.interval.ms", 1000)
                        .set("group.min.session.timeout.ms", 1000))
                .elasticsearch()
                .connect(worker -> equip(worker, checkout))
                .connect(worker -> equip(worker, checkout))
                .start();
        try {
            return new Stage(checkout, stack, random);
        } catch (SQLException | IOException | RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    /**
     * Like the shipped workers, but everybody who is gone is missed after three seconds, and nobody is waited for. A transaction is
     * given up late: a broker that was killed comes back after its own session of nine seconds, and what runs out before that, it
     * aborts without telling the partitions. Whoever reads committed records only would wait there for ever.
     */
    private static void equip(WorkerSettings worker, Checkout checkout) {
        worker.properties(checkout.configs().resolve("worker.properties"))
                .set("session.timeout.ms", 3000)
                .set("heartbeat.interval.ms", 1000)
                .set("consumer.session.timeout.ms", 3000)
                .set("consumer.heartbeat.interval.ms", 1000)
                .set("scheduled.rebalance.max.delay.ms", 500)
                .set("producer.transaction.timeout.ms", 20000)
                .set("offset.flush.interval.ms", 1000)
                .plugin("debezium-postgres")
                .plugin(checkout.bundle());
    }

    private static void create(Database database, String sql) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void register(Connectors connectors, PostgresServer businessServer) {
        String url = "jdbc:postgresql://127.0.0.1:" + databaseWire.port() + "/" + business.name();
        rest().put(Connector.SOURCE_OUTBOX.title(), connectors.outbox());
        rest().put(Connector.SOURCE_EMAIL_OUTBOX.title(), connectors.emailOutbox(businessServer));
        sinks.put(Role.BUSINESS, sink(Connector.SINK_BUSINESS, connectors.business(url, businessServer)));
        sinks.put(Role.NAIVE, sink(Connector.SINK_NAIVE, connectors.naive(url, businessServer)));
        sinks.put(Role.PRODUCTS, sink(Connector.SINK_PRODUCTS, connectors.products(searchWire.url())));
        sinks.values().forEach(Sink::register);
        operator.awaitRunning();
    }

    private Sink sink(Connector connector, Map<String, String> config) {
        return new Sink(this::rest, connector.title(), config);
    }

    private ConnectRest rest() {
        return stack.workers().get(absent == 0 ? 1 : 0).rest();
    }

    /** A worker, to be stopped and killed; do so in {@link #without}. */
    public ConnectWorker worker(int number) {
        return stack.workers().get(number);
    }

    /** Does something while a worker is away, and passes on what it returns: nobody talks to the worker meanwhile. */
    public boolean without(int number, BooleanSupplier deed) {
        absent = number;
        try {
            return deed.getAsBoolean();
        } finally {
            absent = -1;
        }
    }

    /** Whether this worker runs tasks of a sink. */
    public boolean hasTasks(int number) {
        return operator.hasTasksOn(id(number));
    }

    /** Waits until the other worker runs every task; returns whether it does within the time. */
    public boolean awaitTakenOver(int number, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (operator.hasTasksOn(id(number))) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            last(Duration.ofMillis(100));
        }
        return true;
    }

    private String id(int number) {
        return worker(number).url().replace("http://", "");
    }

    /** A server, to be stopped and killed. */
    public Part server(Server server) {
        return server.in(stack);
    }

    /** Ends the business database at once, leaving everything to its recovery. */
    public void stopBusinessDatabaseImmediately() {
        stack.postgres(BUSINESS_SERVER).stopImmediately();
    }

    /** The wire between the JDBC sinks and the business database. */
    public DatabaseWire databaseWire() {
        return databaseWire;
    }

    /** The wire between the sink of products and the search server. */
    public SearchWire searchWire() {
        return searchWire;
    }

    /** The index of products. */
    public ProductIndex index() {
        return index;
    }

    /** The sink that has this role now. */
    public Sink sink(Role role) {
        return sinks.get(role);
    }

    /** Publishes events again. */
    public Repeater repeater() {
        return repeater;
    }

    /** Publishes records that nobody can apply. */
    public Poisoner poisoner() {
        return poisoner;
    }

    /** Lets this state last for a while. */
    public void last(Duration time) {
        try {
            new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted in the middle of a fault", e);
        }
    }

    /** Waits until every connector runs with all its tasks; what has failed is restarted. */
    public void awaitRunning() {
        operator.awaitRunning();
    }

    /** How many deeds the customers have done so far. */
    public long served() {
        return customers.served();
    }

    /**
     * Sends the customers home, waits until nothing moves any more and holds everything against the shop's database.
     *
     * @throws IllegalStateException if things go on moving, or stand still before the end
     */
    public Outcome end(Runnable calm) throws SQLException, IOException {
        customers.close();
        operator.awaitRunning();
        Calm stillness = new Calm(admin, watch, shop, business);
        Map<Sink, Topic> topics = new HashMap<>();
        sinks.forEach((role, sink) -> topics.put(sink, role.topic()));
        CALM.await(
                () -> {
                    operator.awaitRunning();
                    return stillness.pending(sinks.values(), topics).isEmpty();
                },
                () -> String.join("; ", stillness.pending(sinks.values(), topics)));
        calm.run();
        Inspection inspection = new Inspection(shop, business, search, watch, stillness);
        return new Outcome(
                inspection.verdict(sinks, poisoner.keys(), versions.examined()),
                operator.failedSinks(),
                operator.restarts(),
                customers.served(),
                repeater.repeated(),
                inspection.doubledByControl());
    }

    /** The folder with one log file per server. */
    public Path logs() {
        return stack.logs();
    }

    @Override
    public void close() {
        List<AutoCloseable> all =
                List.of(customers, versions, publisher, watch, admin, stack, databaseWire, searchWire);
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException("The stage could not be cleared", e);
            }
        }
    }
}
