package io.effectivelyonce.endtoend;

/** The topics that the two outbox connectors write: one for each kind of aggregate. */
public enum Topic {
    ORDERS("order"),
    PRODUCTS("product"),
    EMAILS("email");

    private final String aggregate;

    Topic(String aggregate) {
        this.aggregate = aggregate;
    }

    /** What the outbox calls this kind of aggregate. */
    public String aggregate() {
        return aggregate;
    }

    /** The topic's name. */
    public String title() {
        return "outbox.event." + aggregate;
    }
}
