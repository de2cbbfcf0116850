package io.effectivelyonce.endtoend.stage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.effectivelyonce.endtoend.Checkout;
import io.effectivelyonce.endtoend.Connector;
import io.effectivelyonce.endtoend.audit.Ledgers;
import io.effectivelyonce.localstack.PostgresServer;
import java.util.LinkedHashMap;
import java.util.Map;

/** The connectors of connect-configs with what the stage changes: addresses, more tasks, small batches, and short waits. */
final class Connectors {
    private static final String TASKS = "3";

    private final ObjectMapper json = new ObjectMapper();
    private final Checkout checkout;

    Connectors(Checkout checkout) {
        this.checkout = checkout;
    }

    Map<String, String> business(String url, PostgresServer server) {
        Map<String, String> config = jdbc(Connector.SINK_BUSINESS, url, server);
        Ledgers.recordMovements(config);
        return config;
    }

    Map<String, String> naive(String url, PostgresServer server) {
        return jdbc(Connector.SINK_NAIVE, url, server);
    }

    private Map<String, String> jdbc(Connector connector, String url, PostgresServer server) {
        Map<String, String> config = sink(connector);
        config.put("connection.url", url);
        config.put("connection.user", server.user());
        config.put("connection.password", server.password());
        // a server that is frozen for longer is given up, in the middle of whatever it was asked
        config.put("connection.socketTimeout", "4");
        config.put("batch.size", "100");
        return config;
    }

    Map<String, String> products(String url) {
        Map<String, String> config = sink(Connector.SINK_PRODUCTS);
        config.put("connection.url", url);
        config.put("read.timeout.ms", "4000");
        config.put("batch.size", "100");
        config.put("delete.when.from", "header.eventType");
        config.put("delete.when.in", "ProductWithdrawn");
        return config;
    }

    private Map<String, String> sink(Connector connector) {
        Map<String, String> config = shipped(connector);
        config.put("tasks.max", TASKS);
        config.put("retry.backoff.ms", "50");
        config.put("retry.backoff.max.ms", "500");
        return config;
    }

    Map<String, String> outbox() {
        return source(Connector.SOURCE_OUTBOX);
    }

    Map<String, String> emailOutbox(PostgresServer server) {
        Map<String, String> config = source(Connector.SOURCE_EMAIL_OUTBOX);
        config.put("database.hostname", server.host());
        config.put("database.port", Integer.toString(server.port()));
        config.put("database.user", server.user());
        config.put("database.password", server.password());
        return config;
    }

    private Map<String, String> source(Connector connector) {
        Map<String, String> config = shipped(connector);
        config.put("retriable.restart.connector.wait.ms", "500");
        config.put("topic.creation.default.partitions", Integer.toString(Stage.PARTITIONS));
        return config;
    }

    private Map<String, String> shipped(Connector connector) {
        try {
            return new LinkedHashMap<>(json.convertValue(
                    json.readTree(checkout.connector(connector)).path("config"),
                    new TypeReference<Map<String, String>>() {}));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(connector.title() + ".json is no JSON", e);
        }
    }
}
