package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.effectivelyonce.spine.RecordFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * The document of a record on one line: written from a {@link Struct} or a {@link Map}, or taken over as JSON text
 * ({@link RawJson}).
 */
final class JsonDocument {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonDocument() {}

    static JsonGenerator generator(OutputStream target) throws IOException {
        return JSON.createGenerator(target);
    }

    /**
     * Appends the document.
     *
     * @param compactMaps whether maps with keys of text become objects
     * @throws RecordFault if the value is no JSON object
     */
    static void write(Schema schema, Object value, boolean compactMaps, ByteArrayOutputStream line) {
        if (value instanceof Struct || value instanceof Map) {
            JsonWriter.write(schema, value, compactMaps, line);
        } else if (value instanceof String text) {
            line.writeBytes(RawJson.oneLine(text));
        } else if (value instanceof byte[] bytes) {
            line.writeBytes(RawJson.oneLine(bytes));
        } else if (value instanceof ByteBuffer bytes) {
            line.writeBytes(RawJson.oneLine(content(bytes)));
        } else {
            throw new RecordFault("the value is of type " + value.getClass().getSimpleName()
                    + "; a document must be a JSON object: a struct, a map, or JSON text");
        }
    }

    private static byte[] content(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
