package io.effectivelyonce.compatibility.monitoring;

import static org.awaitility.Awaitility.await;

import io.effectivelyonce.compatibility.Flow;
import io.effectivelyonce.compatibility.PostgresLine;
import io.effectivelyonce.compatibility.Servers;
import io.effectivelyonce.compatibility.WorkerLine;
import io.effectivelyonce.localstack.ConnectRest;
import io.effectivelyonce.localstack.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** On one worker: a sink that has no trouble, and one for each trouble that an alert is for. */
final class Troubles {
    private static final Duration START = Duration.ofSeconds(60);

    private final Servers servers;
    private final Flow flow;
    private final WorkerLine line;
    private final ConnectRest rest;
    private final Map<String, Map<String, String>> connectors = new LinkedHashMap<>();

    Troubles(Servers servers, Flow flow, WorkerLine line) {
        this.servers = servers;
        this.flow = flow;
        this.line = line;
        this.rest = servers.worker(line).rest();
    }

    /** The name of a connector of this line, and of its topic and database. */
    String name(String trouble) {
        return trouble + "_" + line.suffix();
    }

    /** The names of all connectors of this line. */
    Set<String> names() {
        return connectors.keySet();
    }

    void start() throws Exception {
        toDatabase("quiet");
        toDatabase("troubled");
        toDatabase("forgetful")
                .putAll(Map.of(
                        "dedupe.table.create", "true",
                        "dedupe.table.name", "claims",
                        "dedupe.table.layout", "daily",
                        "dedupe.retention.ms", Long.toString(Duration.ofDays(1).toMillis()),
                        "event.time.from", "uuidv7"));
        toIndex("frozen");
        toIndex("broken").put("errors.tolerance", "none");
        connectors.forEach(rest::put);
        connectors.keySet().forEach(name -> rest.awaitRunning(name, START));
        warmUp();
    }

    /** Once through each sink: the first connection and a new index take long on a busy machine, and would look like a stall. */
    private void warmUp() throws Exception {
        for (String each : List.of("quiet", "troubled", "forgetful")) {
            flow.sendOrder(name(each), "first", uuidv7());
        }
        flow.sendProduct(name("frozen"), "lamp", 1_000);
        for (String each : List.of("quiet", "troubled", "forgetful", "frozen")) {
            await().atMost(START).until(() -> applied(name(each)) > 0);
        }
    }

    private long applied(String connector) throws IOException {
        return servers.worker(line)
                .metrics()
                .sum("*:type=plugins,connector=" + connector + ",outcome=applied,*", "records-total");
    }

    private Map<String, String> toDatabase(String trouble) throws Exception {
        Database database = servers.database(PostgresLine.V18, name(trouble));
        execute(database, flow.sql("business"));
        Map<String, String> config = flow.config("sink-business");
        config.put("connection.url", database.jdbcUrl());
        return add(trouble, config);
    }

    private Map<String, String> toIndex(String trouble) throws Exception {
        Map<String, String> config = flow.config("sink-products");
        config.put("index.name.format", name(trouble));
        return add(trouble, config);
    }

    private Map<String, String> add(String trouble, Map<String, String> config) {
        servers.kafka().createTopic(name(trouble), 1);
        config.put("topics", name(trouble));
        config.put("tasks.max", "1");
        connectors.put(name(trouble), config);
        return config;
    }

    /** What an ordinary day brings. */
    void flowQuietly() throws Exception {
        for (int order = 0; order < 5; order++) {
            flow.sendOrder(name("quiet"), "order-" + order, UUID.randomUUID().toString());
        }
    }

    /** A poisonous record, a replay, versions that begin anew, and a task that stops at a record. */
    void begin() throws Exception {
        List<String> events =
                Stream.generate(UUID::randomUUID).limit(30).map(UUID::toString).toList();
        flow.send(name("troubled"), "nameless", "{}", Map.of("eventType", "OrderPaid"));
        for (int delivery = 0; delivery < 6; delivery++) {
            for (String event : events) {
                flow.sendOrder(name("troubled"), "order-" + event, event);
            }
        }
        for (long version = 1; version <= 50; version++) {
            flow.sendProduct(name("frozen"), "lamp", version);
        }
        flow.send(name("broken"), "lamp", "{}", Map.of());
    }

    /** From now on the database refuses what the troubled sink has to write, and there is something to write. */
    void fillTheDisk() throws Exception {
        execute(servers.database(PostgresLine.V18, name("troubled")), """
                create function full_disk() returns trigger language plpgsql as
                $$ begin raise exception 'full' using errcode = '53100'; end $$;
                create trigger full_disk before insert on invoices execute function full_disk()""");
        flow.sendOrder(name("troubled"), "last", UUID.randomUUID().toString());
    }

    private static String uuidv7() {
        long random = UUID.randomUUID().getMostSignificantBits() & 0xFFF;
        return new UUID(
                        System.currentTimeMillis() << 16 | 0x7000 | random,
                        UUID.randomUUID().getLeastSignificantBits())
                .toString();
    }

    private static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
