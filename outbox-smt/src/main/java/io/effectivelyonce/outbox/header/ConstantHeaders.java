package io.effectivelyonce.outbox.header;

import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/** Headers with the same text on every event. */
public record ConstantHeaders(List<Named> constants) implements HeaderPart {
    /** Reads items {@code header:text}. */
    public static ConstantHeaders parse(String key, List<?> items) {
        List<Named> constants = Named.parse(key, items);
        for (Named constant : constants) {
            if (constant.after() == null) {
                throw new ConfigException(key, constant.before(), "expected header:text");
            }
        }
        return new ConstantHeaders(constants);
    }

    /** The names of the headers. */
    public List<String> names() {
        return constants.stream().map(Named::before).toList();
    }

    @Override
    public void write(EventBasis event, Headers headers) {
        for (Named constant : constants) {
            HeaderPart.set(headers, constant.before(), constant.after(), Schema.STRING_SCHEMA);
        }
    }
}
