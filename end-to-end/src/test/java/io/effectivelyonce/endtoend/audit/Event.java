package io.effectivelyonce.endtoend.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** An event as a sink gets it. */
record Event(UUID id, String aggregate, String key, String type, long version, JsonNode payload) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Every event of the shop, in the order in which it happened. */
    static List<Event> of(Connection shop) throws SQLException {
        List<Event> events = new ArrayList<>();
        try (Statement statement = shop.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select id::text, aggregatetype, aggregateid, type, version, payload::text from outbox order by id")) {
            while (rows.next()) {
                events.add(new Event(
                        UUID.fromString(rows.getString(1)),
                        rows.getString(2),
                        rows.getString(3),
                        rows.getString(4),
                        rows.getLong(5),
                        read(rows.getString(6))));
            }
        }
        return events;
    }

    /** An order that no invoice can be written for. */
    static Event poison() {
        return new Event(
                UUID.randomUUID(),
                "order",
                "poison",
                "OrderPaid",
                1,
                read("{\"orderId\":\"poison\",\"customer\":null,\"totalCents\":5,\"lines\":[]}"));
    }

    boolean isAbout(String what) {
        return aggregate.equals(what);
    }

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
