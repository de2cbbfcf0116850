package io.effectivelyonce.endtoend.stage;

import io.effectivelyonce.localstack.LocalStack;
import io.effectivelyonce.localstack.Part;
import java.util.function.Function;

/** The servers that faults happen to, workers aside. */
public enum Server {
    /** The Kafka broker. */
    BROKER("broker", LocalStack::kafka),
    /** The PostgreSQL server of the shop. */
    SHOP_DATABASE("shop database", stack -> stack.postgres()),
    /** The PostgreSQL server of the business tables. */
    BUSINESS_DATABASE("business database", stack -> stack.postgres(Stage.BUSINESS_SERVER)),
    /** Elasticsearch. */
    SEARCH("search server", LocalStack::elasticsearch);

    private final String title;
    private final Function<LocalStack, Part> part;

    Server(String title, Function<LocalStack, Part> part) {
        this.title = title;
        this.part = part;
    }

    /** What people call it. */
    public String title() {
        return title;
    }

    Part in(LocalStack stack) {
        return part.apply(stack);
    }
}
