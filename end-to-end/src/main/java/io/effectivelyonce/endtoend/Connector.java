package io.effectivelyonce.endtoend;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The connectors of the story, as they stand in connect-configs. */
public enum Connector {
    SOURCE_OUTBOX("source-outbox", null),
    SOURCE_EMAIL_OUTBOX("source-email-outbox", null),
    SINK_BUSINESS("sink-business", Topic.ORDERS),
    SINK_NAIVE("sink-naive", Topic.ORDERS),
    SINK_PRODUCTS("sink-products", Topic.PRODUCTS);

    /** The connectors that read Kafka. */
    static final Set<Connector> SINKS = EnumSet.of(SINK_BUSINESS, SINK_NAIVE, SINK_PRODUCTS);

    private final String title;
    private final Topic source;

    Connector(String title, Topic source) {
        this.title = title;
        this.source = source;
    }

    /** The connector's name, and its file's. */
    public String title() {
        return title;
    }

    /** What a sink reads. */
    Optional<Topic> source() {
        return Optional.ofNullable(source);
    }
}
