package io.effectivelyonce.outbox.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;

/**
 * Gives the document an inferred schema: integers as small as they fit, other numbers FLOAT64, all optional. What no schema fits as a whole
 * stays a text.
 */
public final class ExpansionWithSchema implements JsonExpansion {
    private final JsonSchemas schemas;
    private final FieldNames names;
    private final ObjectMapper json = JsonExpansion.strict();

    public ExpansionWithSchema(JsonSchemas schemas, FieldNames names) {
        this.schemas = schemas;
        this.names = names;
    }

    @Override
    public SchemaAndValue expand(String name, String text) {
        JsonNode document = JsonExpansion.parse(json, text);
        Schema schema = schemas.of(name, JsonShape.of(document, names));
        return new SchemaAndValue(schema, value(document, schema));
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
