package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.core.JsonGenerator;
import io.effectivelyonce.spine.RecordFault;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;

/**
 * Writes Connect data as JSON, as it goes, with no tree in between.
 *
 * <ul>
 *   <li>Decimals keep all their digits, as numbers.
 *   <li>Connect's Date, Time and Timestamp become {@code 2026-11-30}, {@code 10:00:00.000} and
 *       {@code 2026-11-30T10:00:00.000Z}, which the servers map to dates by themselves. Other libraries' date types (Debezium's)
 *       stay the numbers that they are.
 *   <li>Bytes become base64, as the field type {@code binary} has it.
 *   <li>A null field is written as null, also where its schema has a default.
 *   <li>A map with keys of text becomes an object, if that is wanted; any other map a list of its entries, each with a
 *       {@code key} and a {@code value}, so that keys may be anything. Without a schema the keys of the whole map decide.
 *   <li>NaN and the infinities, which JSON doesn't know, are faults of the record.
 * </ul>
 */
final class JsonWriter {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final JsonGenerator json;

    private final boolean compactMaps;

    private JsonWriter(JsonGenerator json, boolean compactMaps) {
        this.json = json;
        this.compactMaps = compactMaps;
    }

    /**
     * Appends the value.
     *
     * @throws RecordFault if part of it can't be written as JSON; the message names the place
     */
    static void write(Schema schema, Object value, boolean compactMaps, OutputStream target) {
        try (JsonGenerator json = JsonDocument.generator(target)) {
            JsonWriter writer = new JsonWriter(json, compactMaps);
            if (value instanceof Map<?, ?> document) {
                writer.object(schema, document); // a document is an object, whatever becomes of the maps in it
            } else {
                writer.value(schema, value);
            }
        } catch (IOException e) {
            // to memory only the generator itself fails, on data that is nested too deeply; its message may quote the
            // data
            throw new RecordFault("the value can't be written as JSON ("
                    + e.getClass().getSimpleName() + "); data nested more than a thousand levels deep is one reason");
        }
    }

    private void value(Schema schema, Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Number number) {
            number(number);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Struct struct) {
            struct(struct);
        } else if (value instanceof Map<?, ?> map) {
            map(schema, map);
        } else if (value instanceof Iterable<?> list) {
            list(schema, list);
        } else if (value instanceof Date date) {
            json.writeString(format(schema).format(date.toInstant()));
        } else if (value instanceof byte[] bytes) {
            json.writeBinary(bytes);
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            json.writeBinary(bytes);
        } else {
            throw fault("is of type " + value.getClass().getSimpleName() + ", which has no form in JSON");
        }
    }

    private void number(Number number) throws IOException {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            json.writeNumber(number.longValue());
        } else if (number instanceof Double real) {
            demandFinite(Double.isFinite(real));
            json.writeNumber(real);
        } else if (number instanceof Float real) {
            demandFinite(Float.isFinite(real));
            json.writeNumber(real);
        } else if (number instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else if (number instanceof BigInteger whole) {
            json.writeNumber(whole);
        } else {
            throw fault("is of type " + number.getClass().getSimpleName() + ", which has no form in JSON");
        }
    }

    private void demandFinite(boolean finite) {
        if (!finite) {
            throw fault("is NaN or infinite, which JSON doesn't know");
        }
    }

    private void struct(Struct struct) throws IOException {
        json.writeStartObject();
        for (Field field : struct.schema().fields()) {
            json.writeFieldName(field.name());
            value(field.schema(), struct.getWithoutDefault(field.name()));
        }
        json.writeEndObject();
    }

    private void map(Schema schema, Map<?, ?> map) throws IOException {
        boolean textKeys = schema == null
                ? map.keySet().stream().allMatch(String.class::isInstance)
                : schema.keySchema().type() == Schema.Type.STRING;
        // without a schema an object of the producer's is a map too, and must stay one
        if (textKeys && (compactMaps || schema == null)) {
            object(schema, map);
        } else {
            entries(schema, map);
        }
    }

    private void object(Schema schema, Map<?, ?> map) throws IOException {
        Schema values = schema == null ? null : schema.valueSchema();
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String name)) {
                throw fault("has a name that is no text");
            }
            json.writeFieldName(name);
            value(values, entry.getValue());
        }
        json.writeEndObject();
    }

    private void entries(Schema schema, Map<?, ?> map) throws IOException {
        json.writeStartArray();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.writeStartObject();
            json.writeFieldName("key");
            value(schema == null ? null : schema.keySchema(), entry.getKey());
            json.writeFieldName("value");
            value(schema == null ? null : schema.valueSchema(), entry.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void list(Schema schema, Iterable<?> list) throws IOException {
        Schema elements = schema == null ? null : schema.valueSchema();
        json.writeStartArray();
        for (Object element : list) {
            value(elements, element);
        }
        json.writeEndArray();
    }

    private static DateTimeFormatter format(Schema schema) {
        if (schema == null || schema.name() == null) {
            return TIMESTAMP;
        }
        return switch (schema.name()) {
            case org.apache.kafka.connect.data.Date.LOGICAL_NAME -> DATE;
            case Time.LOGICAL_NAME -> TIME;
            default -> TIMESTAMP;
        };
    }

    private RecordFault fault(String what) {
        return new RecordFault("the value at " + json.getOutputContext().pathAsPointer() + " " + what
                + "; repair it in the producer or by a transform");
    }
}
