package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.endtoend.Topic;

/** What a sink is there for. */
public enum Role {
    /** Writes the business tables, with claims. */
    BUSINESS(Topic.ORDERS),
    /** Writes the index of products, with versions. */
    PRODUCTS(Topic.PRODUCTS),
    /** The control: writes invoices without claims, and must double some of them, or the faults were none. */
    NAIVE(Topic.ORDERS);

    private final Topic topic;

    Role(Topic topic) {
        this.topic = topic;
    }

    /** What it reads. */
    public Topic topic() {
        return topic;
    }
}
