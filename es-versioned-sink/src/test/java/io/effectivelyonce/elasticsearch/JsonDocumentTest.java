package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.effectivelyonce.spine.RecordFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

class JsonDocumentTest {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    @Property
    void aMapComesBackAsItWent(@ForAll("objects") Map<String, Object> object) throws IOException {
        assertThat(JSON.readTree(written(null, object))).isEqualTo(JSON.readTree(JSON.writeValueAsString(object)));
    }

    @Property
    void aStructComesBackAsItWent(@ForAll("structs") Map<String, Object> object) throws IOException {
        Struct struct = struct(object);
        assertThat(JSON.readTree(written(struct.schema(), struct)))
                .isEqualTo(JSON.readTree(JSON.writeValueAsString(object)));
    }

    @Property
    void aDocumentIsOneLine(@ForAll("objects") Map<String, Object> object) throws IOException {
        String pretty = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(object);
        String line = written(null, pretty);
        assertThat(line).doesNotContain("\n", "\r");
        assertThat(JSON.readTree(line)).isEqualTo(JSON.readTree(pretty));
        assertThat(written(null, object)).doesNotContain("\n", "\r");
    }

    @Provide
    Arbitrary<Map<String, Object>> objects() {
        return objects(Arbitraries.strings().ofMaxLength(8));
    }

    /** Fields of structs have names. */
    @Provide
    Arbitrary<Map<String, Object>> structs() {
        return objects(Arbitraries.strings().ofMinLength(1).ofMaxLength(8));
    }

    private static Arbitrary<Map<String, Object>> objects(Arbitrary<String> names) {
        Arbitrary<Object> scalars = Arbitraries.oneOf(
                Arbitraries.strings().map(Object.class::cast),
                Arbitraries.longs().map(Object.class::cast),
                Arbitraries.integers().map(Object.class::cast),
                Arbitraries.doubles().map(Object.class::cast),
                Arbitraries.bigDecimals().map(Object.class::cast),
                Arbitraries.of(true, false).map(Object.class::cast));
        Arbitrary<Object> values = Arbitraries.lazyOf(
                () -> scalars,
                () -> scalars,
                () -> scalars,
                () -> Arbitraries.strings().list().ofMaxSize(3).map(Object.class::cast),
                () -> Arbitraries.maps(names, scalars).ofMaxSize(3).map(Object.class::cast));
        return Arbitraries.maps(names, values).ofMaxSize(6);
    }

    @Example
    void halfASurrogatePairInAStructOrMapKeepsItsCode() throws IOException {
        assertThat(JSON.readTree(written(null, Map.of("name", "a\ud800b", "emoji", "\ud83d\ude00"))))
                .isEqualTo(JSON.createObjectNode().put("name", "a\ud800b").put("emoji", "\ud83d\ude00"));
    }

    @Example
    void aDecimalKeepsAllItsDigits() {
        Schema schema =
                SchemaBuilder.struct().field("price", Decimal.schema(18)).build();
        Struct struct = new Struct(schema).put("price", new BigDecimal("12345678901234567890.123456789012345678"));
        assertThat(written(schema, struct)).isEqualTo("{\"price\":12345678901234567890.123456789012345678}");
    }

    @Example
    void connectsDatesBecomeWhatTheServersMapToDates() {
        Schema schema = SchemaBuilder.struct()
                .field("day", org.apache.kafka.connect.data.Date.SCHEMA)
                .field("time", Time.SCHEMA)
                .field("at", Timestamp.SCHEMA)
                .build();
        Struct struct = new Struct(schema)
                .put("day", Date.from(Instant.parse("2026-11-30T00:00:00Z")))
                .put("time", Date.from(Instant.parse("1970-01-01T10:00:00Z")))
                .put("at", Date.from(Instant.parse("2026-11-30T10:00:00.120Z")));
        assertThat(written(schema, struct))
                .isEqualTo("{\"day\":\"2026-11-30\",\"time\":\"10:00:00.000\",\"at\":\"2026-11-30T10:00:00.120Z\"}");
    }

    @Example
    void bytesBecomeBase64() {
        byte[] bytes = {1, 2, (byte) 0xff};
        assertThat(written(null, Map.of("b", bytes))).isEqualTo("{\"b\":\"AQL/\"}");
        assertThat(written(null, Map.of("b", ByteBuffer.wrap(bytes)))).isEqualTo("{\"b\":\"AQL/\"}");
    }

    @Example
    void aNullFieldStaysNullAlthoughItsSchemaHasADefault() {
        Schema schema = SchemaBuilder.struct()
                .field("stock", SchemaBuilder.int32().optional().defaultValue(7).build())
                .build();
        assertThat(written(schema, new Struct(schema).put("stock", null))).isEqualTo("{\"stock\":null}");
    }

    @Example
    void keysOfMapsMayBeAnything() {
        assertThat(written(null, Map.of("sizes", Map.of(42L, "M"))))
                .isEqualTo("{\"sizes\":[{\"key\":42,\"value\":\"M\"}]}");
        Map<Object, Object> nullKey = new HashMap<>();
        nullKey.put(null, 1);
        assertThat(written(null, Map.of("sizes", nullKey))).isEqualTo("{\"sizes\":[{\"key\":null,\"value\":1}]}");
        Schema place = SchemaBuilder.struct().field("row", Schema.INT32_SCHEMA).build();
        Schema schema = SchemaBuilder.struct()
                .field("byPlace", SchemaBuilder.map(place, Schema.STRING_SCHEMA).build())
                .field(
                        "byName",
                        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA)
                                .build())
                .build();
        Struct struct = new Struct(schema)
                .put("byPlace", Map.of(new Struct(place).put("row", 1), "x"))
                .put("byName", Map.of("a", "b"));
        assertThat(written(schema, struct))
                .isEqualTo("{\"byPlace\":[{\"key\":{\"row\":1},\"value\":\"x\"}],\"byName\":{\"a\":\"b\"}}");
        assertThat(written(schema, struct, false)).endsWith("\"byName\":[{\"key\":\"a\",\"value\":\"b\"}]}");
    }

    @Example
    void aDocumentIsAnObjectWhateverBecomesOfTheMapsInIt() {
        Schema map =
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA).build();
        assertThat(written(map, Map.of("a", "b"), false)).isEqualTo("{\"a\":\"b\"}");
        assertThat(written(null, Map.of("a", Map.of("b", "c")), false)).isEqualTo("{\"a\":{\"b\":\"c\"}}");
        assertFault(Map.of(1, "x"), "no text");
    }

    @Example
    void whatJsonDoesNotKnowIsAFaultThatNamesThePlace() {
        assertFault(Map.of("a", List.of(1, Map.of("b", Double.NaN))), "/a/1/b");
        assertFault(Map.of("a", Float.NEGATIVE_INFINITY), "/a");
        assertFault(Map.of("a", new Object()), "/a");
    }

    @Example
    void dataNestedWithoutEndIsAFault() {
        Map<String, Object> snake = new HashMap<>();
        snake.put("tail", snake);
        assertFault(snake, "nested");
    }

    @Example
    void jsonTextIsTakenOverToTheLetter() {
        String text = "{\"n\": 1.10000000000000000000000000000000001e5,\r\n \"s\":\"a\\nb\"}";
        String line = "{\"n\": 1.10000000000000000000000000000000001e5,   \"s\":\"a\\nb\"}";
        assertThat(written(null, text)).isEqualTo(line);
        assertThat(written(null, text.getBytes(StandardCharsets.UTF_8))).isEqualTo(line);
        assertThat(written(null, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(line);
    }

    @Example
    void textThatIsNotOneObjectIsAFault() {
        for (String text :
                List.of("", "[1]", "1", "null", "\"x\"", "{\"a\":1", "{\"a\":NaN}", "{} {}", "{}x", "{'a':1}")) {
            assertFault(text, "object");
        }
        assertFault("{\"a\":\"\ud800\"}", "surrogate");
        assertFault(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}, "UTF-8");
        assertFault("{\"a\":1}".getBytes(StandardCharsets.UTF_16BE), "JSON");
        assertFault(7L, "Long");
        assertFault(List.of(), "object");
    }

    private static void assertFault(Object value, String part) {
        assertThatThrownBy(() -> written(null, value))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining(part);
    }

    private static String written(Schema schema, Object value) {
        return written(schema, value, true);
    }

    private static String written(Schema schema, Object value, boolean compactMaps) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        JsonDocument.write(schema, value, compactMaps, line);
        return line.toString(StandardCharsets.UTF_8);
    }

    private static Struct struct(Map<?, ?> object) {
        SchemaBuilder schema = SchemaBuilder.struct();
        Map<String, Object> values = new HashMap<>();
        object.forEach((name, value) -> {
            Object converted = value instanceof Map<?, ?> map ? struct(map) : value;
            schema.field((String) name, schemaOf(converted));
            values.put((String) name, converted);
        });
        Struct struct = new Struct(schema.build());
        values.forEach(struct::put);
        return struct;
    }

    private static Schema schemaOf(Object value) {
        if (value instanceof Struct struct) {
            return struct.schema();
        }
        if (value instanceof List<?>) {
            return SchemaBuilder.array(Schema.STRING_SCHEMA).build();
        }
        if (value instanceof BigDecimal decimal) {
            return Decimal.schema(decimal.scale());
        }
        if (value instanceof Long) {
            return Schema.INT64_SCHEMA;
        }
        if (value instanceof Integer) {
            return Schema.INT32_SCHEMA;
        }
        if (value instanceof Double) {
            return Schema.FLOAT64_SCHEMA;
        }
        return value instanceof Boolean ? Schema.BOOLEAN_SCHEMA : Schema.STRING_SCHEMA;
    }
}
