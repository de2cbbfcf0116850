package io.effectivelyonce.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;

/** Configurations as users write them. */
final class SinkSetup {
    /** Each payment is a row of its own, and is added to its account: never right twice. */
    static final String TABLES = """
            CREATE TABLE payments (event_id uuid PRIMARY KEY, amount int NOT NULL CHECK (amount < 1000));
            CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL, trail text NOT NULL DEFAULT '');
            INSERT INTO accounts VALUES (1, 0), (2, 0)""";

    private final Map<String, String> config = new LinkedHashMap<>();

    private SinkSetup() {}

    /** The payments sink with rejects to a dead letter queue. */
    static SinkSetup payments(RealPostgres postgres) {
        return new SinkSetup()
                .set("name", "payments")
                .set("connection.url", postgres.url())
                .set("connection.user", postgres.server().user())
                .set("connection.password", postgres.server().password())
                .set("errors.tolerance", "all")
                .set("errors.deadletterqueue.topic.name", "dead")
                .set("retry.backoff.ms", "20")
                .set("retry.backoff.max.ms", "200")
                .set("statements", "payment,balance")
                .set("statements.payment.sql", "INSERT INTO payments VALUES (:event.id, :amount)")
                .set("statements.payment.when.in", "Paid")
                .set(
                        "statements.balance.sql",
                        "UPDATE accounts SET balance = balance + :amount, trail = trail || :amount::text || ' '"
                                + " WHERE id = :account")
                .set("statements.balance.when.in", "Paid");
    }

    /** Table mode with rejects to a dead letter queue: the topic's name is the table's. */
    static SinkSetup rows(RealPostgres postgres) {
        SinkSetup setup = payments(postgres).set("topics", Events.PARTITION.topic());
        setup.config.keySet().removeIf(key -> key.startsWith("statements"));
        return setup;
    }

    SinkSetup set(String key, String value) {
        config.put(key, value);
        return this;
    }

    SinkSetup without(String key) {
        config.remove(key);
        return this;
    }

    Map<String, String> config() {
        return Map.copyOf(config);
    }

    TaskRun start() {
        return TaskRun.start(config());
    }
}
