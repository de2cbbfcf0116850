package io.effectivelyonce.outbox.json;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.SchemaAndValue;

/**
 * Makes the document maps and lists, with all nulls, empty arrays and mixed arrays that it has. Whole numbers are Long, others Double where
 * that is exact; a document with another number stays a text, since no converter writes the number without a schema.
 */
public final class ExpansionWithoutSchema implements JsonExpansion {
    private final ObjectMapper json = JsonExpansion.strict(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    @Override
    public SchemaAndValue expand(String name, String text) {
        return new SchemaAndValue(null, value(JsonExpansion.parse(json, text)));
    }

    private static Object value(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> map(node);
            case ARRAY -> list(node);
            case STRING -> Utf16.requireWhole(node.textValue());
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> number(node);
            default -> null;
        };
    }

    private static Map<String, Object> map(JsonNode node) {
        Map<String, Object> fields = new LinkedHashMap<>();
        node.properties().forEach(field -> fields.put(Utf16.requireWhole(field.getKey()), value(field.getValue())));
        return fields;
    }

    private static List<Object> list(JsonNode node) {
        List<Object> elements = new ArrayList<>(node.size());
        node.forEach(element -> elements.add(value(element)));
        return elements;
    }

    private static Object number(JsonNode node) {
        if (node.isIntegralNumber()) {
            if (node.canConvertToLong()) {
                return node.longValue();
            }
            throw new UnusableJson("a number is beyond INT64");
        }
        double number = node.doubleValue();
        if (!Double.isFinite(number) || BigDecimal.valueOf(number).compareTo(node.decimalValue()) != 0) {
            throw new UnusableJson("a number is finer or greater than FLOAT64");
        }
        return number;
    }
}
