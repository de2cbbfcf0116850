package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.localstack.LocalStack;
import io.effectivelyonce.localstack.Part;

/** The servers that faults happen to, workers aside. */
public enum Server {
    /** The Kafka broker. */
    BROKER("broker"),
    /** The PostgreSQL server of the shop. */
    SHOP_DATABASE("shop database"),
    /** The PostgreSQL server of the business tables. */
    BUSINESS_DATABASE("business database"),
    /** Elasticsearch. */
    SEARCH("search server");

    private final String title;

    Server(String title) {
        this.title = title;
    }

    /** What people call it. */
    public String title() {
        return title;
    }

    Part in(LocalStack stack) {
        return switch (this) {
            case BROKER -> stack.kafka();
            case SHOP_DATABASE -> stack.postgres();
            case BUSINESS_DATABASE -> stack.postgres(Stage.BUSINESS_SERVER);
            case SEARCH -> stack.elasticsearch();
        };
    }
}
