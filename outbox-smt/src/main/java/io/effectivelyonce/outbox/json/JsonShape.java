package io.effectivelyonce.outbox.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;

/**
 * The types in a JSON document. The elements of an array have one shape: what each of them says, put together; types that contradict each
 * other fit no schema.
 */
public sealed interface JsonShape {
    /** A null: any type or none. */
    public record Unknown() implements JsonShape {}

    /** A text, a number or a boolean. */
    public record Scalar(Schema schema) implements JsonShape {}

    /**
     * An array.
     *
     * @param element what its elements are
     * @param empty   whether there is none
     */
    public record Array(JsonShape element, boolean empty) implements JsonShape {}

    /** A field of an object, under its adjusted name. */
    public record Member(String name, JsonShape shape) {}

    /** An object. The same fields in another order are another shape, since they make another schema. */
    public record Fields(List<Member> members) implements JsonShape {
        private static Fields of(Map<String, JsonShape> fields) {
            return new Fields(fields.entrySet().stream()
                    .map(field -> new Member(field.getKey(), field.getValue()))
                    .toList());
        }
    }

    public static JsonShape of(JsonNode node, FieldNames names) {
        return switch (node.getNodeType()) {
            case STRING -> {
                Utf16.requireWhole(node.textValue());
                yield new Scalar(Schema.OPTIONAL_STRING_SCHEMA);
            }
            case BOOLEAN -> new Scalar(Schema.OPTIONAL_BOOLEAN_SCHEMA);
            case NUMBER -> new Scalar(number(node));
            case ARRAY -> array(node, names);
            case OBJECT -> fields(node, names);
            default -> new Unknown();
        };
    }

    /** What both say together. */
    default JsonShape and(JsonShape other) {
        if (this instanceof Unknown || equals(other)) {
            return other;
        }
        if (other instanceof Unknown) {
            return this;
        }
        if (this instanceof Array mine && other instanceof Array theirs) {
            return new Array(mine.element.and(theirs.element), mine.empty && theirs.empty);
        }
        if (this instanceof Fields mine && other instanceof Fields theirs) {
            Map<String, JsonShape> all = new LinkedHashMap<>();
            mine.members.forEach(member -> all.put(member.name, member.shape));
            theirs.members.forEach(member -> all.merge(member.name, member.shape, JsonShape::and));
            return Fields.of(all);
        }
        throw new UnusableJson("the elements of an array have different types");
    }

    private static Schema number(JsonNode node) {
        if (node.isInt()) {
            return Schema.OPTIONAL_INT32_SCHEMA;
        }
        if (node.isLong()) {
            return Schema.OPTIONAL_INT64_SCHEMA;
        }
        if (node.isBigInteger() || !Double.isFinite(node.doubleValue())) {
            throw new UnusableJson("a number is beyond INT64 and FLOAT64");
        }
        return Schema.OPTIONAL_FLOAT64_SCHEMA;
    }

    private static JsonShape array(JsonNode node, FieldNames names) {
        JsonShape element = new Unknown();
        for (JsonNode child : node) {
            element = element.and(of(child, names));
        }
        return new Array(element, node.isEmpty());
    }

    private static JsonShape fields(JsonNode node, FieldNames names) {
        Map<String, JsonShape> fields = new LinkedHashMap<>();
        node.properties().forEach(field -> {
            Utf16.requireWhole(field.getKey());
            String name = names.adjust(field.getKey());
            if (name.isEmpty()) {
                throw new UnusableJson("a field has no name");
            }
            if (fields.put(name, of(field.getValue(), names)) != null) {
                throw new UnusableJson("two fields of an object have the same adjusted name");
            }
        });
        return Fields.of(fields);
    }
}
