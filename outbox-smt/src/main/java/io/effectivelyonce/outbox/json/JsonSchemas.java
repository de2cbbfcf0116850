package io.effectivelyonce.outbox.json;

import io.effectivelyonce.outbox.cache.BoundedCache;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * Gives shapes their schemas: all parts optional, structs named by their path. What never has a value (a null, an empty array) has no type;
 * it is left out, or kept as the user chose.
 */
public final class JsonSchemas {
    /** What becomes of a field that is always null. */
    public enum NullField {
        IGNORE,
        OPTIONAL_BYTES
    }

    /** What becomes of a field that is always an empty array. */
    public enum EmptyArray {
        IGNORE,
        OPTIONAL_STRING
    }

    private record Named(String name, JsonShape shape) {}

    private final NullField nullField;
    private final EmptyArray emptyArray;
    private final BoundedCache<Named, Schema> schemas = BoundedCache.ofSchemas();

    public JsonSchemas(NullField nullField, EmptyArray emptyArray) {
        this.nullField = nullField;
        this.emptyArray = emptyArray;
    }

    /** The schema of a document; unusable where it has no type. */
    public Schema of(String name, JsonShape shape) {
        return schemas.get(
                new Named(name, shape),
                document -> schema(document.name, document.shape)
                        .orElseThrow(() -> new UnusableJson("an empty array has no type")));
    }

    private Optional<Schema> schema(String path, JsonShape shape) {
        if (shape instanceof JsonShape.Scalar scalar) {
            return Optional.of(scalar.schema());
        }
        if (shape instanceof JsonShape.Fields fields) {
            return Optional.of(struct(path, fields.members()));
        }
        if (shape instanceof JsonShape.Array array) {
            return array.empty() ? emptyArray() : Optional.of(array(path, array.element()));
        }
        return nullField == NullField.IGNORE ? Optional.empty() : Optional.of(Schema.OPTIONAL_BYTES_SCHEMA);
    }

    private Schema struct(String path, List<JsonShape.Member> members) {
        SchemaBuilder struct = SchemaBuilder.struct().name(path).optional();
        members.forEach(member -> {
            String name = member.name();
            String fieldPath = path == null ? name : path + "." + name;
            schema(fieldPath, member.shape()).ifPresent(schema -> struct.field(name, schema));
        });
        return struct.build();
    }

    /** Objects in an array bear the array's path, objects in an array of arrays none. */
    private Schema array(String path, JsonShape element) {
        Schema elementSchema = schema(element instanceof JsonShape.Fields ? path : null, element)
                .orElseThrow(() -> new UnusableJson("the elements of an array have no type"));
        return SchemaBuilder.array(elementSchema).optional().build();
    }

    private Optional<Schema> emptyArray() {
        return emptyArray == EmptyArray.IGNORE
                ? Optional.empty()
                : Optional.of(SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA)
                        .optional()
                        .build());
    }
}
