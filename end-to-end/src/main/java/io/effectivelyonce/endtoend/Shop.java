package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Does business in the shop's database: each deed's rows and its outbox row in one transaction. Belongs to one thread. */
public final class Shop implements AutoCloseable {
    private final ObjectMapper json = new ObjectMapper();
    private final Connection connection;

    /** Does business over this connection, and closes it in the end. */
    public Shop(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setAutoCommit(false);
    }

    /** Commits the deed; returns the id of its event. */
    public String carryOut(Deed deed) throws SQLException {
        String eventId = announce(deed, write(deed));
        connection.commit();
        return eventId;
    }

    private ObjectNode write(Deed deed) throws SQLException {
        if (deed instanceof Deed.Pay pay) {
            return pay(pay.order());
        } else if (deed instanceof Deed.Cancel cancel) {
            return cancel(cancel.order());
        } else if (deed instanceof Deed.Change change) {
            return change(change.product());
        } else if (deed instanceof Deed.Withdraw withdrawal) {
            return withdraw(withdrawal.sku());
        }
        throw new IllegalArgumentException("Nobody knows how to do " + deed);
    }

    private ObjectNode pay(Order order) throws SQLException {
        update(
                "insert into orders (id, customer, status, total_cents, version) values (?, ?, 'paid', ?, 1)",
                order.id(),
                order.customer(),
                order.totalCents());
        for (Line line : order.lines()) {
            update(
                    "insert into order_lines (order_id, sku, quantity, price_cents) values (?, ?, ?, ?)",
                    order.id(),
                    line.sku(),
                    line.quantity(),
                    line.priceCents());
        }
        return payload(order);
    }

    private ObjectNode cancel(Order order) throws SQLException {
        update("update orders set status = 'cancelled', version = 2 where id = ?", order.id());
        return payload(order);
    }

    private ObjectNode change(Product product) throws SQLException {
        update(
                "insert into products (sku, name, price_cents, version) values (?, ?, ?, ?) on conflict (sku) do update"
                        + " set name = excluded.name, price_cents = excluded.price_cents, version = excluded.version",
                product.sku(),
                product.name(),
                product.priceCents(),
                product.version());
        return json.createObjectNode()
                .put("sku", product.sku())
                .put("name", product.name())
                .put("priceCents", product.priceCents());
    }

    private ObjectNode withdraw(String sku) throws SQLException {
        update("delete from products where sku = ?", sku);
        return json.createObjectNode().put("sku", sku);
    }

    /** Whether the deed was committed, which its caller can't know when the answer got lost. */
    public boolean knows(Deed deed) throws SQLException {
        try (PreparedStatement ask = prepare(
                        "select 1 from outbox where aggregatetype = ? and aggregateid = ? and version = ?",
                        deed.topic().aggregate(),
                        deed.aggregateId(),
                        deed.version());
                ResultSet answer = ask.executeQuery()) {
            return answer.next();
        }
    }

    private ObjectNode payload(Order order) {
        ObjectNode payload = json.createObjectNode()
                .put("orderId", order.id())
                .put("customer", order.customer())
                .put("totalCents", order.totalCents());
        ArrayNode lines = payload.putArray("lines");
        for (Line line : order.lines()) {
            lines.addObject()
                    .put("sku", line.sku())
                    .put("quantity", line.quantity())
                    .put("priceCents", line.priceCents());
        }
        return payload;
    }

    private String announce(Deed deed, ObjectNode payload) throws SQLException {
        try (PreparedStatement insert = prepare(
                        "insert into outbox (aggregatetype, aggregateid, type, version, payload)"
                                + " values (?, ?, ?, ?, ?::jsonb) returning id",
                        deed.topic().aggregate(),
                        deed.aggregateId(),
                        deed.type(),
                        deed.version(),
                        payload.toString());
                ResultSet inserted = insert.executeQuery()) {
            inserted.next();
            return inserted.getString(1);
        }
    }

    private void update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values)) {
            statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
