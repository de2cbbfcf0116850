package io.effectivelyonce.endtoend.audit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Examines every table that the JDBC sink writes, the claims included. */
public final class Ledgers {
    /**
     * A table that the audit needs beside the shipped ones: the inventory is sums, and two errors that cancel each other out don't show
     * in a sum. The sink writes a row into it for each line of each order, in the same transaction.
     */
    public static final String MOVEMENTS =
            "create table movements (order_id text not null, sku text not null, pieces bigint not null)";

    private Ledgers() {}

    /** Adds the statements that write {@link #MOVEMENTS} to the configuration of a sink of business tables. */
    public static void recordMovements(Map<String, String> config) {
        config.merge("statements", "move,unmove", (shipped, more) -> shipped + "," + more);
        config.put("statements.move.when.in", "OrderPaid");
        config.put("statements.move.for.each", "value.lines");
        config.put(
                "statements.move.sql",
                "insert into movements (order_id, sku, pieces) values (:orderId, :item.sku, :item.quantity)");
        config.put("statements.unmove.when.in", "OrderCancelled");
        config.put("statements.unmove.for.each", "value.lines");
        config.put(
                "statements.unmove.sql",
                "insert into movements (order_id, sku, pieces) values (:orderId, :item.sku, -(:item.quantity::bigint))");
    }

    /** Asks each {@link Question} of both databases. */
    public static List<Examined> examine(Connection shop, Connection business) throws SQLException {
        List<Examined> examined = new ArrayList<>();
        for (Question question : Question.values()) {
            Answers mustBe = Answers.of(shop, question.mustBe());
            Answers is = Answers.of(business, question.is());
            examined.add(
                    new Examined(question.where(), mustBe.size(), is.size(), Answers.compare(question, mustBe, is)));
        }
        return examined;
    }
}
