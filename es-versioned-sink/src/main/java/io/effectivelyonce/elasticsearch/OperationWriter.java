package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonGenerator;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.IdText;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;

/** Puts operations into the two lines (a delete: one) that the bulk API wants. */
final class OperationWriter {
    private final String versionType;
    private final Optional<Selector> routingFrom;
    private final Optional<String> pipeline;
    private final boolean compactMaps;

    OperationWriter(ElasticsearchSinkConfig config) {
        this.versionType = config.versionType().word();
        this.routingFrom = config.routingFrom();
        this.pipeline = config.pipeline();
        this.compactMaps = config.compactMaps();
    }

    Operation.Index index(DocumentKey key, long version, SinkRecord record) {
        ByteArrayOutputStream lines = action("index", key, version, record, pipeline);
        JsonDocument.write(record.valueSchema(), record.value(), compactMaps, lines);
        lines.write('\n');
        return new Operation.Index(key, version, lines.toByteArray());
    }

    Operation.Delete delete(DocumentKey key, long version, SinkRecord record) {
        return new Operation.Delete(
                key,
                version,
                action("delete", key, version, record, Optional.empty()).toByteArray());
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
