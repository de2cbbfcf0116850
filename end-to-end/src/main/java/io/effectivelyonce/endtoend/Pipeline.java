package io.effectivelyonce.endtoend;

import io.effectivelyonce.localstack.ConnectRest;
import io.effectivelyonce.localstack.Database;
import io.effectivelyonce.localstack.LocalStack;
import io.effectivelyonce.localstack.StackPlan;
import io.effectivelyonce.localstack.WorkerSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Consumer;

/** The stack of the story: real servers, the packaged plugins, the tables of both databases; connectors as they are registered. */
final class Pipeline implements AutoCloseable {
    private static final String SHOP = "shop";
    private static final String BUSINESS = "business";
    private static final Duration START = Duration.ofSeconds(60);

    private final Checkout checkout;
    private final LocalStack stack;
    private final Database shop;
    private final Database business;

    private Pipeline(Checkout checkout, LocalStack stack) {
        this.checkout = checkout;
        this.stack = stack;
        this.shop = stack.postgres().database(SHOP);
        this.business = stack.postgres().database(BUSINESS);
    }

    /** Starts everything, with its data in the folder, which must be empty or not there yet. */
    static Pipeline start(Checkout checkout, Path folder) throws SQLException {
        return start(checkout, folder, worker -> {}, plan -> {});
    }

    /** The same with more on its worker, and with more parts, which the story leaves alone. */
    static Pipeline start(Checkout checkout, Path folder, Consumer<WorkerSettings> onWorker, Consumer<StackPlan> beside)
            throws SQLException {
        StackPlan plan = LocalStack.in(folder)
                .postgres()
                // transactions of a killed worker are given up when they are due, not up to ten seconds later
                .kafka(kafka -> kafka.set("transaction.abort.timed.out.transaction.cleanup.interval.ms", 1000))
                .elasticsearch()
                .connect(worker -> {
                    equip(worker, checkout);
                    onWorker.accept(worker);
                });
        beside.accept(plan);
        LocalStack stack = plan.start();
        try {
            Pipeline pipeline = new Pipeline(checkout, stack);
            pipeline.create(pipeline.shop);
            pipeline.create(pipeline.business);
            return pipeline;
        } catch (SQLException | RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private static void equip(WorkerSettings worker, Checkout checkout) {
        worker.properties(checkout.configs().resolve("worker.properties"))
                .plugin("debezium-postgres")
                .plugin(checkout.bundle());
    }

    private void create(Database database) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(checkout.sql(database.name()));
        }
    }

    /** Posts the connectors' documents and waits until they run. */
    void register(Collection<Connector> connectors) {
        connectors.forEach(connector -> rest().put(checkout.connector(connector)));
        awaitRunning(connectors);
    }

    /** Waits until the connectors and their tasks run. */
    void awaitRunning(Collection<Connector> connectors) {
        connectors.forEach(connector -> rest().awaitRunning(connector.title(), START));
    }

    LocalStack stack() {
        return stack;
    }

    ConnectRest rest() {
        return stack.connect().rest();
    }

    /** The database in which orders are placed. */
    Database shop() {
        return shop;
    }

    /** The database that the sinks write. */
    Database business() {
        return business;
    }

    @Override
    public void close() {
        stack.close();
    }
}
