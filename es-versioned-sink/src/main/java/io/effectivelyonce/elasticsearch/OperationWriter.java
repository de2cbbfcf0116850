package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.connect.data.Schema;

/** Puts operations into the two lines (a delete: one) that the bulk API wants. */
final class OperationWriter {
    private final String versionType;

    OperationWriter(VersionType versionType) {
        this.versionType = versionType.word();
    }

    Operation.Index index(DocumentKey key, long version, Schema schema, Object value) {
        ByteArrayOutputStream lines = action("index", key, version);
        JsonDocument.write(schema, value, lines);
        lines.write('\n');
        return new Operation.Index(key, version, lines.toByteArray());
    }

    Operation.Delete delete(DocumentKey key, long version) {
        return new Operation.Delete(key, version, action("delete", key, version).toByteArray());
    }

    private ByteArrayOutputStream action(String action, DocumentKey key, long version) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JsonDocument.generator(line)) {
            json.writeStartObject();
            json.writeObjectFieldStart(action);
            json.writeStringField("_index", key.index());
            json.writeStringField("_id", key.id());
            json.writeNumberField("version", version);
            json.writeStringField("version_type", versionType);
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        line.write('\n');
        return line;
    }
}
