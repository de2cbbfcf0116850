package io.effectivelyonce.elasticsearch.index;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/**
 * The fields of a mapping that fit the records of a schema, by Confluent's rules where the document looks the same: text gets a
 * keyword beside it, a Decimal is a double for searching (the document itself keeps all its digits).
 */
final class SchemaMapping {
    /** Longer keywords aren't indexed: what the servers' own dynamic mapping does. */
    private static final int KEYWORD_LENGTH = 256;

    private final boolean compactMaps;

    private SchemaMapping(boolean compactMaps) {
        this.compactMaps = compactMaps;
    }

    /**
     * The body of a request that adds them; all else in the mapping stays.
     *
     * @param schema a struct's
     * @param compactMaps whether maps with keys of text are written as objects
     */
    static String body(Schema schema, boolean compactMaps) {
        return Json.text(Map.of("properties", new SchemaMapping(compactMaps).properties(schema)));
    }

    private Map<String, Object> properties(Schema struct) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Field field : struct.fields()) {
            properties.put(field.name(), field(field.schema()));
        }
        return properties;
    }

    private Map<String, Object> field(Schema schema) {
        // another library's type is written as what it is made of
        return switch (schema.name() == null ? "" : schema.name()) {
            case Decimal.LOGICAL_NAME -> type("double");
            case Date.LOGICAL_NAME, Timestamp.LOGICAL_NAME -> type("date");
            case Time.LOGICAL_NAME -> type("keyword"); // a date without a day is none
            default -> plain(schema);
        };
    }

    private Map<String, Object> plain(Schema schema) {
        return switch (schema.type()) {
            case INT8 -> type("byte");
            case INT16 -> type("short");
            case INT32 -> type("integer");
            case INT64 -> type("long");
            case FLOAT32 -> type("float");
            case FLOAT64 -> type("double");
            case BOOLEAN -> type("boolean");
            case BYTES -> type("binary");
            case STRING -> text();
            case STRUCT -> Map.of("properties", properties(schema));
            case ARRAY -> field(schema.valueSchema()); // any field may have several values
            case MAP -> map(schema);
        };
    }

    private Map<String, Object> map(Schema schema) {
        if (compactMaps && schema.keySchema().type() == Schema.Type.STRING) {
            return type("object");
        }
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("key", field(schema.keySchema()));
        entry.put("value", field(schema.valueSchema()));
        return Map.of("properties", entry);
    }

    private static Map<String, Object> type(String name) {
        return Map.of("type", name);
    }

    private static Map<String, Object> text() {
        Map<String, Object> text = new LinkedHashMap<>(type("text"));
        text.put(
                "fields",
                Map.of("keyword", Map.of("type", "keyword", "ignore_above", BigInteger.valueOf(KEYWORD_LENGTH))));
        return text;
    }
}
