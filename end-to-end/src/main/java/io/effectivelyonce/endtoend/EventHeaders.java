package io.effectivelyonce.endtoend;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** The headers that outbox-smt gives an event. */
public final class EventHeaders {
    private EventHeaders() {}

    /** The event id. */
    public static String eventId(ConsumerRecord<?, ?> record) {
        return text(record, "id");
    }

    /** The event type. */
    public static String eventType(ConsumerRecord<?, ?> record) {
        return text(record, "eventType");
    }

    /** The version of the aggregate. */
    public static long version(ConsumerRecord<?, ?> record) {
        return Long.parseLong(text(record, "version"));
    }

    /** The last header of this name as text. */
    public static String text(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        if (header == null) {
            throw new IllegalStateException(
                    "%s-%d@%d has no header %s".formatted(record.topic(), record.partition(), record.offset(), name));
        }
        return new String(header.value(), StandardCharsets.UTF_8);
    }
}
