package io.effectivelyonce.endtoend.audit;

/**
 * The same question asked twice: to the shop's database, which knows what must be, and to the business database, which shows what is.
 * Each row of an answer has a key, which says what it is about, and a content, which says what it says. A key that the shop names
 * must be there once, with this content.
 */
enum Question {
    INVOICES(
            "table invoices",
            "select id, customer || ' owes ' || total_cents from orders",
            "select order_id, customer || ' owes ' || amount_cents from invoices"),

    LEDGER("table ledger", """
            select id || ' sale', total_cents::text from orders
            union all
            select id || ' reversal', (-total_cents)::text from orders where status = 'cancelled'""", "select order_id || ' ' || entry, amount_cents::text from ledger"),

    /** One row for each line of each order, so that no sum can hide two errors that cancel each other out. */
    MOVEMENTS("table movements", """
            select order_id || ' reserves ' || sku, quantity::text from order_lines
            union all
            select order_id || ' releases ' || sku, quantity::text
            from order_lines join orders on orders.id = order_id where status = 'cancelled'""", """
            select order_id || case when pieces > 0 then ' reserves ' else ' releases ' end || sku, abs(pieces)::text
            from movements"""),

    /** The sums that the sink has kept itself, by adding up. */
    INVENTORY(
            "table inventory",
            """
            select sku, sum(pieces) || ' pieces in ' || count(*) || ' movements' from (
              select sku, quantity as pieces from order_lines
              union all
              select sku, -quantity from order_lines join orders on orders.id = order_id where status = 'cancelled') moved
            group by sku""",
            "select sku, reserved || ' pieces in ' || movements || ' movements' from inventory"),

    EMAILS(
            "table email_outbox",
            "select id, customer || ' owes ' || total_cents from orders",
            "select aggregateid, (payload->>'to') || ' owes ' || (payload->>'amountCents') from email_outbox"),

    /** Claims one by one: each event about an order, and no other. */
    CLAIMS(
            "table processed_events",
            "select id::text, 'business' from outbox where aggregatetype = 'order'",
            "select event_id::text, consumer from processed_events",
            Breach.UNCLAIMED,
            Breach.FALSELY_CLAIMED);

    private final String where;
    private final String mustBe;
    private final String is;
    private final Breach missing;
    private final Breach unexpected;

    Question(String where, String mustBe, String is) {
        this(where, mustBe, is, Breach.LOST, Breach.WRONG);
    }

    Question(String where, String mustBe, String is, Breach missing, Breach unexpected) {
        this.where = where;
        this.mustBe = mustBe;
        this.is = is;
        this.missing = missing;
        this.unexpected = unexpected;
    }

    /** The table that is asked about. */
    String where() {
        return where;
    }

    /** For the shop's database. */
    String mustBe() {
        return mustBe;
    }

    /** For the business database. */
    String is() {
        return is;
    }

    /** What a key is that only the shop names. */
    Breach missing() {
        return missing;
    }

    /** What a key is that only the business database names. */
    Breach unexpected() {
        return unexpected;
    }
}
