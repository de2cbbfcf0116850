package io.effectivelyonce.outbox.header;

import io.effectivelyonce.outbox.row.EventId;
import io.effectivelyonce.outbox.row.Row;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/**
 * The attributes of a CloudEvent 1.0 in Kafka's binary content mode: the payload stays the value, the attributes are headers.
 *
 * @param source      who made the event, a URI reference
 * @param contentType what the payload is
 */
public record CloudEvents(String source, String contentType) implements HeaderPart {
    private static final String CONTENT_TYPE = "content-type";
    private static final String SPEC_VERSION = "ce_specversion";
    private static final String ID = "ce_id";
    private static final String SOURCE = "ce_source";
    private static final String TYPE = "ce_type";
    private static final String SUBJECT = "ce_subject";
    private static final String TIME = "ce_time";

    /** The names of the headers. */
    public static final List<String> NAMES = List.of(CONTENT_TYPE, SPEC_VERSION, ID, SOURCE, TYPE, SUBJECT, TIME);

    /** Refuses what is no URI reference. */
    public static void requireSource(String key, Object value) {
        if (value == null) {
            return;
        }
        try {
            if (value.toString().isEmpty()) {
                throw new ConfigException(key, value, "must not be empty; leave the key out for no CloudEvents");
            }
            new URI(value.toString());
        } catch (URISyntaxException e) {
            throw new ConfigException(key, value, "is no URI reference: " + e.getMessage());
        }
    }

    @Override
    public void write(EventBasis event, Headers headers) {
        Row row = event.row();
        text(headers, SPEC_VERSION, "1.0");
        text(headers, ID, event.id());
        text(headers, SOURCE, source);
        text(headers, TYPE, row.text(row.names().type()));
        Object subject = row.stored(row.names().key());
        EventId.textOf(subject).filter(text -> !text.isEmpty()).ifPresent(text -> text(headers, SUBJECT, text));
        if (event.timestamp() != null) {
            text(headers, TIME, Instant.ofEpochMilli(event.timestamp()).toString());
        }
        text(headers, CONTENT_TYPE, contentType);
    }

    private static void text(Headers headers, String name, String value) {
        HeaderPart.set(headers, name, value, Schema.STRING_SCHEMA);
    }
}
