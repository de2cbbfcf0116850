package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a JSON text becomes, by hand; {@link SameExpansionTest} compares with EventRouter. */
class JsonExpansionTest {

    @Test
    void everyJsonTypeHasItsOptionalConnectType() {
        Struct value = struct(
                "{\"s\":\"x\",\"b\":true,\"i\":1,\"l\":3000000000,\"d\":1.5,\"o\":{\"n\":1},\"a\":[\"x\",null]}");

        assertThat(value.schema())
                .isEqualTo(SchemaBuilder.struct()
                        .name("payload")
                        .optional()
                        .field("s", Schema.OPTIONAL_STRING_SCHEMA)
                        .field("b", Schema.OPTIONAL_BOOLEAN_SCHEMA)
                        .field("i", Schema.OPTIONAL_INT32_SCHEMA)
                        .field("l", Schema.OPTIONAL_INT64_SCHEMA)
                        .field("d", Schema.OPTIONAL_FLOAT64_SCHEMA)
                        .field(
                                "o",
                                SchemaBuilder.struct()
                                        .name("payload.o")
                                        .optional()
                                        .field("n", Schema.OPTIONAL_INT32_SCHEMA)
                                        .build())
                        .field(
                                "a",
                                SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA)
                                        .optional()
                                        .build())
                        .build());
        assertThat(value.getInt64("l")).isEqualTo(3_000_000_000L);
        assertThat(value.getArray("a")).containsExactly("x", null);
        assertThat(value.getStruct("o").getInt32("n")).isEqualTo(1);
    }

    @Test
    void theElementsOfAnArrayKeepTheFieldsOfAllOfThemAtEveryDepth() {
        Struct value =
                struct("{\"lines\":[{\"sku\":\"A\",\"tax\":{\"vat\":1}},null,{\"sku\":\"B\",\"tax\":{\"eco\":2}}]}");

        List<Struct> lines = value.getArray("lines");
        assertThat(lines.get(0).getStruct("tax").getInt32("vat")).isEqualTo(1);
        assertThat(lines.get(1)).isNull();
        assertThat(lines.get(2).getStruct("tax").getInt32("eco")).isEqualTo(2);
    }

    @Test
    void anEmptyArrayTakesItsTypeFromItsSiblings() {
        Struct value = struct("{\"groups\":[{\"ids\":[]},{\"ids\":[7]}],\"grid\":[[],[1]]}");

        List<Struct> groups = value.getArray("groups");
        assertThat(groups.get(0).getArray("ids")).isEmpty();
        assertThat(groups.get(1).getArray("ids")).containsExactly(7);
        assertThat(value.getArray("grid")).isEqualTo(List.of(List.of(), List.of(1)));
    }

    @Test
    void anArrayAtTheTopIsExpandedToo() {
        SourceRecord event = expand("[1,2]");

        assertThat(event.value()).isEqualTo(List.of(1, 2));
        assertThat(event.valueSchema().type()).isEqualTo(Schema.Type.ARRAY);
    }

    @Test
    void nullsAndEmptyArraysAreLeftOutOrKept() {
        String text = "{\"note\":null,\"labels\":[],\"customer\":\"c-1\"}";

        assertThat(struct(text).schema().fields())
                .extracting(field -> field.name())
                .containsExactly("customer");

        Struct kept = struct(
                text,
                "table.json.payload.null.behavior",
                "optional_bytes",
                "table.json.payload.empty.array.behavior",
                "OPTIONAL_STRING");
        assertThat(kept.schema().field("note").schema()).isEqualTo(Schema.OPTIONAL_BYTES_SCHEMA);
        assertThat(kept.get("note")).isNull();
        assertThat(kept.schema().field("labels").schema().valueSchema()).isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
        assertThat(kept.getArray("labels")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[null]",
                "{\"a\":[1,\"x\"]}",
                "{\"a\":[1,2.5]}",
                "{\"a\":[1,3000000000]}",
                "{\"a\":[null,null]}",
                "{\"a\":[{\"b\":1},{\"b\":\"x\"}]}",
                "{\"a\":[{\"b\":1},{\"b\":2.5}]}",
                "{\"a\":[[1],[\"x\"]]}",
                "{\"a\":12345678901234567890}",
                "{\"a\":1e400}",
                "{\"a\":1,\"a\":2}",
                "{\"\":1}",
                "{\"a\":1} and more",
                "{\"a\":",
                " {\"a\":1}",
                "text",
                "",
                "7"
            })
    void aTextThatFitsNoSchemaAsAWholeStaysAText(String text) {
        SourceRecord event = expand(text);

        assertThat(event.value()).isEqualTo(text);
        assertThat(event.valueSchema()).isEqualTo(Envelopes.JSON);
    }

    @ParameterizedTest
    @CsvSource({
        "none,         first-name,      2fa,         ä",
        "avro,         first_name,      _2fa,        _",
        "AVRO_UNICODE, first_u002dname, _u0032fa,    _u00e4",
    })
    void adjustedNamesKeepTheirValues(String mode, String first, String second, String third) {
        Struct value = struct("{\"first-name\":\"N\",\"2fa\":true,\"ä\":1}", "field.name.adjustment.mode", mode);

        assertThat(value.getString(first)).isEqualTo("N");
        assertThat(value.getBoolean(second)).isTrue();
        assertThat(value.getInt32(third)).isEqualTo(1);
    }

    @Test
    void namesThatBecomeTheSameKeepTheTextAsItIs() {
        String text = "{\"a-b\":1,\"a_b\":2}";

        assertThat(expand(text, "field.name.adjustment.mode", "avro").value()).isEqualTo(text);
        assertThat(expand(text, "field.name.adjustment.mode", "avro_unicode").value())
                .isInstanceOf(Struct.class);
    }

    @Test
    void whatIsNoTextStaysAsItIs() {
        byte[] bytes = {'{', '}'};

        assertThat(route(Envelopes.row().with("payload", Schema.BYTES_SCHEMA, bytes))
                        .value())
                .isSameAs(bytes);
        assertThat(route(Envelopes.row().with("payload", Envelopes.JSON, null)).value())
                .isNull();
    }

    @Test
    void anExpandedPayloadMayStandInTheEnvelopeOfAnyAggregateType() {
        var router = Routers.configured(
                "table.expand.json.payload", "true",
                "table.fields.additional.placement", "type:envelope",
                "table.field.event.schema.version", "v");
        List<Object> payloads = new ArrayList<>();
        for (String[] row :
                new String[][] {{"Order", "{\"a\":1}"}, {"Customer", "{\"b\":\"x\"}"}, {"Order", "{\"a\":2}"}}) {
            SourceRecord event = router.apply(Envelopes.row()
                    .with("aggregatetype", Schema.STRING_SCHEMA, row[0])
                    .with("payload", Envelopes.JSON, row[1])
                    .with("v", Schema.INT32_SCHEMA, 1)
                    .record());
            payloads.add(((Struct) event.value()).getStruct("payload").toString());
        }

        assertThat(payloads).containsExactly("Struct{a=1}", "Struct{b=x}", "Struct{a=2}");
    }

    private static Struct struct(String text, String... options) {
        return (Struct) expand(text, options).value();
    }

    private static SourceRecord expand(String text, String... options) {
        return route(Envelopes.row().with("payload", Envelopes.JSON, text), options);
    }

    private static SourceRecord route(Envelopes row, String... options) {
        List<String> all = new ArrayList<>(List.of("table.expand.json.payload", "true"));
        all.addAll(List.of(options));
        return Routers.route(row, all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":\"\\ud800\"}", "{\"a\":\"x\\udc00\\ud800\"}", "{\"\\ud83d\":1}", "[\"\\ude00\"]"})
    void halfOfASurrogatePairWhichNoConverterCanWriteStaysInItsText(String text) {
        assertThat(expand(text).value()).isEqualTo(text);
        assertThat(expand(text, "table.expand.json.payload.form", "schemaless").value())
                .isEqualTo(text);
    }

    @Test
    void aWholeSurrogatePairIsExpanded() {
        assertThat(struct("{\"a\":\"\\ud83d\\ude00\"}").getString("a")).isEqualTo("😀");
    }

    @Test
    void theFieldsOfEachDocumentStandInItsOwnOrderWhateverCameBefore() {
        var router = Routers.configured("table.expand.json.payload", "true");
        List<List<String>> orders = new ArrayList<>();
        for (String text : List.of("{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}", "{\"a\":3,\"b\":4}")) {
            SourceRecord event = router.apply(
                    Envelopes.row().with("payload", Envelopes.JSON, text).record());
            orders.add(event.valueSchema().fields().stream()
                    .map(field -> field.name())
                    .toList());
        }

        assertThat(orders).containsExactly(List.of("a", "b"), List.of("b", "a"), List.of("a", "b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema", "schemaless"})
    void aDocumentOfAnyDepthIsExpandedAndWrittenOrStaysAText(String form) {
        JsonConverter converter = new JsonConverter();
        converter.configure(Map.of("schemas.enable", "false"), false);
        int expanded = 0;
        for (int depth : new int[] {1, 50, 150, 300, 900, 1_001, 100_000}) {
            for (String[] brackets : new String[][] {{"{\"a\":", "1", "}"}, {"[", "1", "]"}, {"[{\"a\":", "1", "}]"}}) {
                String text = brackets[0].repeat(depth) + brackets[1] + brackets[2].repeat(depth);
                SourceRecord event = expand(text, "table.expand.json.payload.form", form);
                if (!text.equals(event.value())) {
                    expanded++;
                    assertThat(converter.fromConnectData("t", event.valueSchema(), event.value()))
                            .asString(StandardCharsets.UTF_8)
                            .isEqualTo(text);
                }
            }
        }
        assertThat(expanded).isGreaterThanOrEqualTo(6);
    }
}
