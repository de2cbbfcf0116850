package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A bulk request that shows whether a server takes bulk requests, and changes nothing: its one operation is a document of the
 * index in question, so that it goes the way of other documents (an ingest pipeline's too), and is always refused by itself.
 * It asks for an alias, so that an index that doesn't exist isn't created for it; and where there is one, it wants to follow a
 * write that no shard comes to (the highest sequence number there is), which is a conflict. Its content is empty and well-formed:
 * Elasticsearch 8 refuses a whole request for a document that its pipeline can't read.
 */
final class Control {
    private static final byte[] EMPTY = "\n{}\n".getBytes(StandardCharsets.UTF_8);

    private Control() {}

    static byte[] body(String index) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JsonDocument.generator(lines)) {
            json.writeStartObject();
            json.writeObjectFieldStart("index");
            json.writeStringField("_index", index);
            json.writeStringField("_id", "effectively-once-control");
            json.writeBooleanField("require_alias", true);
            json.writeNumberField("if_seq_no", Long.MAX_VALUE);
            json.writeNumberField("if_primary_term", 1);
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        lines.writeBytes(EMPTY);
        return lines.toByteArray();
    }
}
