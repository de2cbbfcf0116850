package io.effectivelyonce.endtoend.control;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The whole idea of the JDBC sink in a few lines: claim and rows in one transaction, the offset afterwards. The broken ones each do one
 * thing differently.
 */
class Books {
    private final Connection business;
    private final Fate fate;

    Books(Connection business, Fate fate) {
        this.business = business;
        this.fate = fate;
    }

    /** Returns whether the event could be applied. */
    boolean apply(Event event) throws SQLException {
        try {
            if (claim(event)) {
                write(event);
            }
            business.commit();
            fate.mayStrike(event);
            return true;
        } catch (SQLException e) {
            business.rollback();
            return false;
        }
    }

    /** Returns whether the event is new. */
    boolean claim(Event event) throws SQLException {
        return run(
                        "insert into processed_events (consumer, event_id) values ('business', ?) on conflict do nothing",
                        event.id())
                > 0;
    }

    void write(Event event) throws SQLException {
        boolean paid = event.isPayment();
        String order = event.text("orderId");
        long cents = event.cents();
        if (paid) {
            run(
                    "insert into invoices (order_id, customer, amount_cents) values (?, ?, ?)",
                    order,
                    event.text("customer"),
                    cents);
            run(
                    "insert into email_outbox (aggregatetype, aggregateid, type, payload)"
                            + " values ('email', ?, 'SendInvoice', jsonb_build_object('to', ?::text, 'amountCents', ?::bigint))",
                    order,
                    event.text("customer"),
                    cents);
        }
        run(
                "insert into ledger (order_id, entry, amount_cents) values (?, ?, ?)",
                order,
                paid ? "sale" : "reversal",
                paid ? cents : -cents);
        for (Event.Line line : event.lines()) {
            move(order, line.sku(), paid ? line.quantity() : -line.quantity());
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

    final Connection business() {
        return business;
    }

    final Fate fate() {
        return fate;
    }

    private int run(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = business.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }
}
