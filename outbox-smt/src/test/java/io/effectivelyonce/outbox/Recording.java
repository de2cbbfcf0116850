package io.effectivelyonce.outbox;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;

/** What a Debezium connector delivered from a real server. How it was written down is told in src/test/recording. */
final class Recording {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> NAMED = new TypeReference<>() {};

    private Recording() {}

    /** The records of this name, new instances each time. */
    static List<SourceRecord> of(String name) {
        try (InputStream file = Objects.requireNonNull(
                        Recording.class.getResourceAsStream("recorded/" + name + ".json"), name);
                JsonConverter converter = new JsonConverter()) {
            converter.configure(Map.of("schemas.enable", "true"), false);
            List<SourceRecord> records = new ArrayList<>();
            for (JsonNode record : JSON.readTree(file)) {
                records.add(record(converter, record));
            }
            return records;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SourceRecord record(JsonConverter converter, JsonNode recorded) {
        SchemaAndValue key = data(converter, recorded.get("key"));
        SchemaAndValue value = data(converter, recorded.get("value"));
        ConnectHeaders headers = new ConnectHeaders();
        recorded.get("headers")
                .properties()
                .forEach(header -> headers.add(header.getKey(), data(converter, header.getValue())));
        return new SourceRecord(
                JSON.convertValue(recorded.get("sourcePartition"), NAMED),
                JSON.convertValue(recorded.get("sourceOffset"), NAMED),
                recorded.get("topic").asText(),
                null,
                key.schema(),
                key.value(),
                value.schema(),
                value.value(),
                null,
                headers);
    }

    private static SchemaAndValue data(JsonConverter converter, JsonNode recorded) {
        if (recorded.isNull()) {
            return SchemaAndValue.NULL;
        }
        SchemaAndValue read =
                converter.toConnectData("recorded", recorded.toString().getBytes(StandardCharsets.UTF_8));
        if (read.value() instanceof Struct envelope) {
            Stream.of("before", "after").forEach(side -> restoreBuffers(envelope, side));
        }
        return read;
    }

    /** The converter reads arrays of bytes where the connector delivers buffers. */
    private static void restoreBuffers(Struct envelope, String side) {
        Field field = envelope.schema().field(side);
        if (field == null || !(envelope.get(field) instanceof Struct row)) {
            return;
        }
        for (Field column : row.schema().fields()) {
            if (row.get(column) instanceof byte[] bytes) {
                row.put(column, ByteBuffer.wrap(bytes));
            }
        }
    }
}
