package io.effectivelyonce.endtoend;

import io.effectivelyonce.localstack.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what the sinks have written into the business tables. Belongs to one thread. */
final class Books implements AutoCloseable {
    private final Connection connection;

    Books(Database business) throws SQLException {
        this.connection = business.connection();
    }

    List<Fact> invoices() throws SQLException {
        return invoices("invoices");
    }

    /** The invoices of the control. */
    List<Fact> naiveInvoices() throws SQLException {
        return invoices("invoices_naive");
    }

    private List<Fact> invoices(String table) throws SQLException {
        return facts(
                "select order_id, customer, amount_cents from " + table,
                row -> new Fact(row.getString(1), Truth.invoice(row.getString(2), row.getLong(3))));
    }

    List<Fact> ledger() throws SQLException {
        return facts(
                "select order_id, entry, amount_cents from ledger",
                row -> new Fact(Truth.entry(row.getString(1), row.getString(2)), Truth.cents(row.getLong(3))));
    }

    List<Fact> emails() throws SQLException {
        return facts(
                "select aggregateid, payload->>'to', (payload->>'amountCents')::bigint from email_outbox",
                row -> new Fact(row.getString(1), Truth.invoice(row.getString(2), row.getLong(3))));
    }

    Map<String, Stock> inventory() throws SQLException {
        Map<String, Stock> stocks = new HashMap<>();
        query("select sku, reserved, movements from inventory", row -> {
            stocks.put(row.getString(1), new Stock(row.getLong(2), row.getLong(3)));
        });
        return stocks;
    }

    /** How many rows a table has. */
    long count(String table) {
        List<Long> counts = new ArrayList<>();
        try {
            query("select count(*) from " + table, row -> counts.add(row.getLong(1)));
        } catch (SQLException e) {
            throw new IllegalStateException("Table " + table + " can't be read", e);
        }
        return counts.get(0);
    }

    private List<Fact> facts(String sql, FactOf factOf) throws SQLException {
        List<Fact> facts = new ArrayList<>();
        query(sql, row -> facts.add(factOf.read(row)));
        return facts;
    }

    private void query(String sql, RowReader reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                reader.read(rows);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private interface FactOf {
        Fact read(ResultSet row) throws SQLException;
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }
}
