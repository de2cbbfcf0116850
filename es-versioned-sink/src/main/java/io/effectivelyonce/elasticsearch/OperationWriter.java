package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;

/** Puts operations into the two lines (a delete: one) that the bulk API wants. */
final class OperationWriter {
    private final String versionType;
    private final Optional<String> pipeline;
    private final boolean compactMaps;
    private final Optional<byte[]> softDeleted;

    /**
     * @param pipeline the ingest pipeline that documents go through; a mark of a deletion does not
     * @param compactMaps whether maps with keys of text become objects
     * @param softDeleteField what marks a document as deleted; none: a delete removes the document
     */
    OperationWriter(
            VersionType versionType, Optional<String> pipeline, boolean compactMaps, Optional<String> softDeleteField) {
        this.versionType = versionType.word();
        this.pipeline = pipeline;
        this.compactMaps = compactMaps;
        this.softDeleted = softDeleteField.map(OperationWriter::marked);
    }

    private static byte[] marked(String field) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        JsonDocument.write(null, Map.of(field, true), true, line);
        line.write('\n');
        return line.toByteArray();
    }

    Operation.Index index(DocumentKey key, long version, Schema schema, Object value) {
        ByteArrayOutputStream lines = action("index", key, version, pipeline);
        JsonDocument.write(schema, value, compactMaps, lines);
        lines.write('\n');
        return new Operation.Index(key, version, lines.toByteArray());
    }

    Operation delete(DocumentKey key, long version) {
        if (softDeleted.isEmpty()) {
            return new Operation.Delete(
                    key,
                    version,
                    action("delete", key, version, Optional.empty()).toByteArray());
        }
        ByteArrayOutputStream lines = action("index", key, version, Optional.empty());
        lines.writeBytes(softDeleted.get());
        return new Operation.Index(key, version, lines.toByteArray());
    }

    private ByteArrayOutputStream action(String action, DocumentKey key, long version, Optional<String> through) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JsonDocument.generator(line)) {
            json.writeStartObject();
            json.writeObjectFieldStart(action);
            json.writeStringField("_index", key.index());
            json.writeStringField("_id", key.id());
            json.writeNumberField("version", version);
            json.writeStringField("version_type", versionType);
            if (key.routing().isPresent()) {
                json.writeStringField("routing", key.routing().get());
            }
            if (through.isPresent()) {
                json.writeStringField("pipeline", through.get());
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        line.write('\n');
        return line;
    }
}
