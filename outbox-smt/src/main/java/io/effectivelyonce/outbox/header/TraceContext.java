package io.effectivelyonce.outbox.header;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/**
 * Hands the trace of whoever wrote the row on to whoever reads the event. The column holds a W3C {@code traceparent}, or the properties
 * that the Quarkus extension of Debezium writes, with {@code traceparent} and {@code tracestate} among them. As the W3C demands, a context
 * that can't be read is left out: a broken trace is no fault of the row.
 *
 * @param column the column; it may be absent or null
 */
public record TraceContext(String column) implements HeaderPart {
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";

    /** The names of the headers. */
    public static final List<String> NAMES = List.of(PARENT, STATE);

    private static final String SHAPE = "xx-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-xxxxxxxxxxxxxxxx-xx";
    private static final String NO_TRACE = "0".repeat(32);
    private static final String NO_SPAN = "0".repeat(16);

    @Override
    public void write(EventBasis event, Headers headers) {
        if (!event.row().has(column) || !(event.row().stored(column) instanceof String context)) {
            return;
        }
        if (isTraceParent(context)) {
            HeaderPart.set(headers, PARENT, context, Schema.STRING_SCHEMA);
            return;
        }
        Properties properties = properties(context);
        String parent = properties.getProperty(PARENT);
        if (parent != null && isTraceParent(parent)) {
            HeaderPart.set(headers, PARENT, parent, Schema.STRING_SCHEMA);
            String state = properties.getProperty(STATE);
            if (state != null) {
                HeaderPart.set(headers, STATE, state, Schema.STRING_SCHEMA);
            }
        }
    }

    /** Version, trace id, span id and flags; a version to come may have more behind them. */
    private static boolean isTraceParent(String text) {
        if (text.length() < SHAPE.length() || (text.length() > SHAPE.length() && text.charAt(SHAPE.length()) != '-')) {
            return false;
        }
        for (int i = 0; i < SHAPE.length(); i++) {
            char c = text.charAt(i);
            boolean hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
            if (SHAPE.charAt(i) == '-' ? c != '-' : !hex) {
                return false;
            }
        }
        boolean knownLength = text.length() == SHAPE.length() || !text.startsWith("00");
        return knownLength && !text.startsWith("ff") && !text.startsWith(NO_TRACE, 3) && !text.startsWith(NO_SPAN, 36);
    }

    private static Properties properties(String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException malformedEscape) {
            return new Properties();
        } catch (IOException e) {
            throw new UncheckedIOException("A text in memory can't be read", e);
        }
        return properties;
    }
}
