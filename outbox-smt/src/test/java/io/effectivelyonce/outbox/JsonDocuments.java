package io.effectivelyonce.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** JSON documents drawn at random, and what a document says once nulls and empty arrays, which have no type, are left out. */
final class JsonDocuments {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> NAMES = List.of("a", "b", "c", "first-name", "a.b", "2fa");

    private final Random random;

    private JsonDocuments(Random random) {
        this.random = random;
    }

    static JsonNode draw(Random random) {
        JsonDocuments documents = new JsonDocuments(random);
        return random.nextInt(8) == 0 ? documents.array(3) : documents.object(3);
    }

    private JsonNode node(int depth) {
        int kind = random.nextInt(depth == 0 ? 6 : 10);
        return switch (kind) {
            case 0, 1 -> NODES.textNode(random.nextBoolean() ? "x" : "");
            case 2, 3 -> number();
            case 4 -> NODES.booleanNode(random.nextBoolean());
            case 5 -> random.nextInt(3) == 0 ? NODES.nullNode() : NODES.textNode("y");
            case 6, 7 -> array(depth - 1);
            default -> object(depth - 1);
        };
    }

    private JsonNode number() {
        return switch (random.nextInt(8)) {
            case 0 -> NODES.numberNode(3_000_000_000L);
            case 1 -> NODES.numberNode(1.5);
            case 2 -> NODES.numberNode(new java.math.BigInteger("12345678901234567890"));
            default -> NODES.numberNode(random.nextInt(10));
        };
    }

    /** Mostly of one kind, since an array that mixes types is not expanded anyway. */
    private JsonNode array(int depth) {
        ArrayNode array = NODES.arrayNode();
        int size = random.nextInt(4);
        int kind = random.nextInt(6);
        for (int i = 0; i < size; i++) {
            JsonNode element = switch (kind) {
                case 0 -> NODES.numberNode(i);
                case 1 -> NODES.textNode("e" + i);
                case 2, 3 -> object(Math.max(0, depth - 1));
                case 4 -> array(Math.max(0, depth - 1));
                default -> node(Math.max(0, depth - 1));
            };
            array.add(random.nextInt(12) == 0 ? NODES.nullNode() : element);
            if (depth == 0 && kind == 4) {
                break;
            }
        }
        return array;
    }

    private JsonNode object(int depth) {
        ObjectNode object = NODES.objectNode();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            String name = random.nextInt(3) == 0 ? NAMES.get(random.nextInt(NAMES.size())) : NAMES.get(i);
            object.set(name, node(depth));
        }
        return object;
    }

    /** The document as plain values, without fields that are null or an empty array. */
    static Object plain(JsonNode node) {
        if (node.isArray()) {
            List<Object> elements = new ArrayList<>();
            node.forEach(element -> elements.add(plain(element)));
            return elements;
        }
        if (node.isObject()) {
            Map<String, Object> fields = new java.util.TreeMap<>();
            node.properties().forEach(field -> put(fields, field.getKey(), plain(field.getValue())));
            return fields;
        }
        return switch (node.getNodeType()) {
            case STRING -> node.textValue();
            case NUMBER -> node.numberValue();
            case BOOLEAN -> node.booleanValue();
            default -> null;
        };
    }

    /** What an expanded value says, in the same form. */
    static Object plain(Object value) {
        if (value instanceof Struct struct) {
            Map<String, Object> fields = new java.util.TreeMap<>();
            for (Field field : struct.schema().fields()) {
                put(fields, field.name(), plain(struct.get(field)));
            }
            return fields;
        }
        if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            list.forEach(element -> elements.add(plain(element)));
            return elements;
        }
        return value;
    }

    private static void put(Map<String, Object> fields, String name, Object value) {
        if (value != null && !value.equals(List.of())) {
            fields.put(name, value);
        }
    }

    /**
     * A schema without what EventRouter leaves to chance where an array holds objects of several shapes: the order of the fields comes
     * from a hash, and the objects are required then and optional otherwise.
     */
    static String essence(Schema schema) {
        return essence(schema, false);
    }

    private static String essence(Schema schema, boolean inArray) {
        return schema == null ? "none" : schema.isOptional() + "/" + type(schema, inArray);
    }

    private static String type(Schema schema, boolean inArray) {
        String inner = switch (schema.type()) {
            case ARRAY -> type(schema.valueSchema(), true);
            case STRUCT -> {
                Stream<String> fields =
                        schema.fields().stream().map(field -> field.name() + ":" + essence(field.schema(), inArray));
                yield (inArray ? fields.sorted() : fields).toList().toString();
            }
            default -> "";
        };
        return schema.type() + "/" + schema.name() + "/" + schema.version() + inner;
    }
}
