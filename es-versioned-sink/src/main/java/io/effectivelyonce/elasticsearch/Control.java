package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A bulk request that shows whether a server takes bulk requests, and changes nothing: its one operation is a document of the
 * index in question, so that it goes the way of other documents (an ingest pipeline's too), and is always refused by itself.
 * Its content is broken off after the first brace, and it asks for an alias: an index that doesn't exist isn't created for it.
 */
final class Control {
    private static final byte[] BROKEN_OFF = "\n{\n".getBytes(StandardCharsets.UTF_8);

    private Control() {}

    static byte[] body(String index) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JsonDocument.generator(lines)) {
            json.writeStartObject();
            json.writeObjectFieldStart("index");
            json.writeStringField("_index", index);
            json.writeStringField("_id", "effectively-once-control");
            json.writeBooleanField("require_alias", true);
            json.writeNumberField("version", 0);
            json.writeStringField("version_type", VersionType.EXTERNAL.word());
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        lines.writeBytes(BROKEN_OFF);
        return lines.toByteArray();
    }
}
