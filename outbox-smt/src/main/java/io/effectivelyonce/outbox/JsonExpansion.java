package io.effectivelyonce.outbox;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;

/**
 * Turns a JSON text into a value with a schema, as a whole or not at all: schema and value are both complete before either replaces the
 * text. A text that no schema fits without loss stays as it is.
 */
final class JsonExpansion {
    private final JsonSchemas schemas;
    private final FieldNames names;
    private final ObjectMapper json = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    JsonExpansion(JsonSchemas schemas, FieldNames names) {
        this.schemas = schemas;
        this.names = names;
    }

    /**
     * @param name the name of the document's schema
     * @param text begins with the bracket of an object or an array
     * @throws NotExpandable when the text has to stay a text
     */
    SchemaAndValue expand(String name, String text) {
        if (!text.startsWith("{") && !text.startsWith("[")) {
            throw new NotExpandable("the text doesn't begin with an object or an array");
        }
        JsonNode document = parse(text);
        Optional<Schema> schema = schemas.of(name, JsonShape.of(document, names));
        return schema.map(known -> new SchemaAndValue(known, value(document, known)))
                .orElseThrow(() -> new NotExpandable("an empty array has no type"));
    }

    private JsonNode parse(String text) {
        try {
            return json.readTree(text);
        } catch (JsonProcessingException e) {
            throw new NotExpandable("the text is not one JSON document with unique names");
        }
    }

    private Object value(JsonNode node, Schema schema) {
        if (node.isNull()) {
            return null;
        }
        return switch (schema.type()) {
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case INT32 -> node.intValue();
            case INT64 -> node.longValue();
            case FLOAT64 -> node.doubleValue();
            case ARRAY -> list(node, schema.valueSchema());
            default -> struct(node, schema);
        };
    }

    private List<Object> list(JsonNode node, Schema elementSchema) {
        List<Object> elements = new ArrayList<>(node.size());
        node.forEach(element -> elements.add(value(element, elementSchema)));
        return elements;
    }

    private Struct struct(JsonNode node, Schema schema) {
        Struct struct = new Struct(schema);
        node.properties().forEach(property -> {
            Field field = schema.field(names.adjust(property.getKey()));
            if (field != null) {
                struct.put(field, value(property.getValue(), field.schema()));
            }
        });
        return struct;
    }
}
