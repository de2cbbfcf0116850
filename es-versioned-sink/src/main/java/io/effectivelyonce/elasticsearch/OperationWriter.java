package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonGenerator;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.IdText;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;

/** Puts operations into the two lines (a delete: one) that the bulk API wants. */
final class OperationWriter {
    private final String versionType;
    private final Optional<byte[]> softDeleted;
    private final Optional<Selector> routingFrom;
    private final Optional<String> pipeline;
    private final boolean compactMaps;

    OperationWriter(ElasticsearchSinkConfig config) {
        this.versionType = config.versionType().word();
        this.softDeleted = config.softDeleteField().map(OperationWriter::marked);
        this.routingFrom = config.routingFrom();
        this.pipeline = config.pipeline();
        this.compactMaps = config.compactMaps();
    }

    private static byte[] marked(String field) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        JsonDocument.write(null, Map.of(field, true), true, line);
        line.write('\n');
        return line.toByteArray();
    }

    Operation.Index index(DocumentKey key, long version, SinkRecord record) {
        ByteArrayOutputStream lines = action("index", key, version, record, pipeline);
        JsonDocument.write(record.valueSchema(), record.value(), compactMaps, lines);
        lines.write('\n');
        return new Operation.Index(key, version, lines.toByteArray());
    }

    /** A soft delete is a document like any other, but no pipeline has anything to do with it. */
    Operation delete(DocumentKey key, long version, SinkRecord record) {
        String action = softDeleted.isPresent() ? "index" : "delete";
        ByteArrayOutputStream lines = action(action, key, version, record, Optional.empty());
        if (softDeleted.isEmpty()) {
            return new Operation.Delete(key, version, lines.toByteArray());
        }
        lines.writeBytes(softDeleted.get());
        return new Operation.Index(key, version, lines.toByteArray());
    }

    private Optional<String> routing(SinkRecord record) {
        return routingFrom.map(from -> {
            Selected found = from.select(record);
            if (!found.hasValue()) {
                throw new RecordFault("there is no routing: " + from + " is missing or null; set "
                        + Options.ROUTING_FROM + " to where it is, for tombstones too");
            }
            return IdText.of(from, found);
        });
    }

    private ByteArrayOutputStream action(
            String action, DocumentKey key, long version, SinkRecord record, Optional<String> through) {
        Optional<String> routing = routing(record);
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JsonDocument.generator(line)) {
            json.writeStartObject();
            json.writeObjectFieldStart(action);
            json.writeStringField("_index", key.index());
            json.writeStringField("_id", key.id());
            json.writeNumberField("version", version);
            json.writeStringField("version_type", versionType);
            if (routing.isPresent()) {
                json.writeStringField("routing", routing.get());
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
