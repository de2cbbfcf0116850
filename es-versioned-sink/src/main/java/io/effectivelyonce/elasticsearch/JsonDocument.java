package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.effectivelyonce.spine.RecordFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * The document of a record on one line: written from a {@link Struct} or a {@link Map}, or taken over as JSON text, to the
 * letter, after a check that it is one object and nothing else.
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
            line.writeBytes(oneLine(text));
        } else if (value instanceof byte[] bytes) {
            line.writeBytes(oneLine(decoded(ByteBuffer.wrap(bytes))));
        } else if (value instanceof ByteBuffer bytes) {
            line.writeBytes(oneLine(decoded(bytes.duplicate())));
        } else {
            throw new RecordFault("the value is of type " + value.getClass().getSimpleName()
                    + "; a document must be a JSON object: a struct, a map, or JSON text");
        }
    }

    /** Line feeds outside of strings are blanks to JSON, and inside they can't stand as they are. */
    private static byte[] oneLine(String text) {
        demandOneObject(text);
        byte[] bytes = encoded(text);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                bytes[i] = ' ';
            }
        }
        return bytes;
    }

    private static void demandOneObject(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new RecordFault("the value is text that is no JSON object; a document must be one");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new RecordFault(
                        "the value is text with something behind its JSON object; a document must be one object");
            }
        } catch (IOException e) {
            throw new RecordFault("the value is text that is not well-formed JSON; a document must be a JSON object");
        }
    }

    private static byte[] encoded(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException e) {
            throw new RecordFault("the value is text with half of a surrogate pair, which can't be sent as UTF-8");
        }
    }

    private static String decoded(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new RecordFault("the value is bytes that are no UTF-8; a document must be JSON in UTF-8");
        }
    }
}
