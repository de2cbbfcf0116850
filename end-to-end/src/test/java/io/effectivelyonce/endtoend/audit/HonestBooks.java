package io.effectivelyonce.endtoend.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * The whole idea of the JDBC sink in a few lines: claim and rows in one transaction, the offset afterwards. The broken ones beside it
 * each do one thing differently.
 */
class HonestBooks implements Delivery.Sink {
    final Connection business;
    final Delivery delivery;

    HonestBooks(Connection business, Delivery delivery) {
        this.business = business;
        this.delivery = delivery;
    }

    @Override
    public void put(List<Event> batch, int first) throws SQLException {
        business.rollback();
        for (int i = 0; i < batch.size(); i++) {
            delivery.at(first + i);
            if (batch.get(i).isAbout("order")) {
                apply(batch.get(i));
            }
        }
        delivery.commit(first + batch.size());
    }

    void apply(Event event) throws SQLException {
        try {
            if (claim(event)) {
                write(event);
            }
            business.commit();
            delivery.mayCrash();
        } catch (SQLException e) {
            business.rollback();
            delivery.reject(event);
        }
    }

    /** Tells whether the event is new. */
    boolean claim(Event event) throws SQLException {
        return run(
                        "insert into processed_events (consumer, event_id) values ('business', ?) on conflict do nothing",
                        event.id())
                > 0;
    }

    void write(Event event) throws SQLException {
        boolean paid = event.type().equals("OrderPaid");
        JsonNode order = event.payload();
        String id = order.path("orderId").asText();
        String customer = order.path("customer").asText(null);
        long cents = order.path("totalCents").asLong();
        if (paid) {
            run("insert into invoices (order_id, customer, amount_cents) values (?, ?, ?)", id, customer, cents);
            run(
                    "insert into email_outbox (aggregatetype, aggregateid, type, payload)"
                            + " values ('email', ?, 'SendInvoice', jsonb_build_object('to', ?::text, 'amountCents', ?::bigint))",
                    id,
                    customer,
                    cents);
        }
        run(
                "insert into ledger (order_id, entry, amount_cents) values (?, ?, ?)",
                id,
                paid ? "sale" : "reversal",
                paid ? cents : -cents);
        for (JsonNode line : order.path("lines")) {
            move(
                    id,
                    line.path("sku").asText(),
                    (paid ? 1 : -1) * line.path("quantity").asLong());
        }
    }

    void move(String order, String sku, long pieces) throws SQLException {
        run("insert into movements (order_id, sku, pieces) values (?, ?, ?)", order, sku, pieces);
        run(
                "insert into inventory (sku, reserved, movements) values (?, ?, 1) on conflict (sku) do update"
                        + " set reserved = inventory.reserved + excluded.reserved, movements = inventory.movements + 1",
                sku,
                pieces);
    }

    final int run(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = business.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }
}
