package io.effectivelyonce.spine.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.RecordFault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {
    private static final Schema ORDER = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final Schema EVENT = SchemaBuilder.struct()
            .field("order", ORDER)
            .field("a.b", Schema.STRING_SCHEMA)
            .build();

    private final Headers headers = new ConnectHeaders();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key",
                "key.id",
                "value",
                "value.order.id",
                "value.`a.b`",
                "header.id",
                "header.`ce.id`.part",
                "topic",
                "partition",
                "offset",
                "timestamp",
                "item",
                "item.sku",
                "value.`\\``.x",
                "value.``"
            })
    void aSelectorIsShownAsItWasConfigured(String text) {
        assertThat(Selector.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''              | 0  | expected a name",
                "id              | 0  | starts with 'id'",
                "Value.id        | 0  | starts with 'Value'",
                "`value`         | 0  | a backtick inside a name",
                ".value          | 0  | expected a name",
                "value.          | 6  | expected a name",
                "value..id       | 6  | expected a name",
                "value.a`b`      | 7  | a backtick inside a name",
                "value.`a`b      | 9  | expected a dot",
                "value.`a        | 6  | the backtick is not closed",
                "value.`a\\`     | 6  | the backtick is not closed",
                "topic.name      | 5  | 'topic' has no fields",
                "offset.x        | 6  | 'offset' has no fields",
                "header          | 6  | 'header' wants the name"
            })
    void aProblemIsNamedWithItsPosition(String text, int position, String problem) {
        assertThatThrownBy(() -> Selector.parse(text))
                .isInstanceOfSatisfying(
                        SelectorSyntaxException.class,
                        e -> assertThat(e.position()).isEqualTo(position))
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("position " + (position + 1))
                .hasMessageContaining(problem);
    }

    @Property(tries = 500)
    void anyNameCanBeQuoted(@ForAll String name) {
        String quoted = "value.`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`.x";

        assertThat(select(quoted, Map.of(name, Map.of("x", 1))).value()).isEqualTo(1);
    }

    @Test
    void aBackslashBeforeAnythingElseIsItself() {
        assertThat(select("value.`a\\b`", Map.of("a\\b", 1)).value()).isEqualTo(1);
    }

    @Test
    void structsAndMapsAreReadAlike() {
        Struct struct =
                new Struct(EVENT).put("order", new Struct(ORDER).put("id", 7L)).put("a.b", "dotted");
        Map<String, Object> map = Map.of("order", Map.of("id", 7L), "a.b", "dotted");

        for (Object value : List.of(struct, map)) {
            assertThat(select("value.order.id", value).value()).isEqualTo(7L);
            assertThat(select("value.`a.b`", value).value()).isEqualTo("dotted");
            assertThat(select("value.a.b", value).present()).isFalse();
            assertThat(Selector.valueField("a.b").select(record(value)).value()).isEqualTo("dotted");
        }
        assertThat(select("value.order.id", struct).schema()).isEqualTo(Schema.INT64_SCHEMA);
        assertThat(select("value.order.id", map).schema()).isNull();
    }

    @Test
    void aMapWithASchemaKnowsTheSchemaOfItsValues() {
        Schema schema =
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA).build();
        SinkRecord record = new SinkRecord("orders", 1, null, null, schema, Map.of("a", 1), 42);

        assertThat(Selector.parse("value.a").select(record).schema()).isEqualTo(Schema.INT32_SCHEMA);
    }

    @Test
    void aNullFieldIsNotReplacedByTheDefaultOfItsSchema() {
        Schema version = SchemaBuilder.int64().optional().defaultValue(0L).build();
        Struct value =
                new Struct(SchemaBuilder.struct().field("version", version).build()).put("version", null);
        assertThat(select("value.version", value)).isEqualTo(Selected.of(version, null));
    }

    @Test
    void nullIsPresentAndWhatIsNotThereIsMissing() {
        Map<String, Object> map = new HashMap<>();
        map.put("note", null);
        Struct struct = new Struct(ORDER).put("id", 7L);

        for (Object value : List.of(struct, map)) {
            assertThat(select("value.note", value))
                    .isEqualTo(Selected.of(select("value.note", value).schema(), null));
            assertThat(select("value.note", value).present()).isTrue();
            assertThat(select("value.note", value).hasValue()).isFalse();
            assertThat(select("value.other", value)).isEqualTo(Selected.missing());
            assertThat(select("value.note.deeper", value).present()).isFalse();
        }
        assertThat(select("value", null).present())
                .as("a tombstone has a value: null")
                .isTrue();
        assertThat(select("value.note", null).present()).isFalse();
        assertThat(select("value.note", "text").present()).isFalse();
    }

    @Test
    void theKeyIsReadLikeTheValue() {
        SinkRecord record = new SinkRecord("orders", 1, null, Map.of("id", "k"), null, null, 42);

        assertThat(Selector.parse("key.id").select(record).value()).isEqualTo("k");
        assertThat(Selector.parse("key").select(record).value()).isEqualTo(Map.of("id", "k"));
    }

    @Test
    void theTopicIsTheTasksAndPartitionAndOffsetAreTheOriginalOnes() {
        SinkRecord record = new SinkRecord(
                "renamed", 5, null, null, null, null, 6, 1234L, TimestampType.CREATE_TIME, null, "orders", 1, 42);

        assertThat(Selector.parse("topic").select(record).value()).isEqualTo("renamed");
        assertThat(Selector.parse("partition").select(record).value()).isEqualTo(1);
        assertThat(Selector.parse("offset").select(record).value()).isEqualTo(42L);
        assertThat(Selector.parse("timestamp").select(record).value()).isEqualTo(1234L);
    }

    @Test
    void aHeaderIsFoundByNameAndLookedInto() {
        headers.addString("id", "e-1");
        headers.add("trace", Map.of("span", "s-1"), null);

        assertThat(select("header.id", null).value()).isEqualTo("e-1");
        assertThat(select("header.trace.span", null).value()).isEqualTo("s-1");
        assertThat(select("header.other", null)).isEqualTo(Selected.missing());
    }

    @Test
    void aHeaderTwiceWithTheSameValueIsOne() {
        headers.addString("id", "e-1");
        headers.addString("id", "e-1");
        headers.addBytes("raw", new byte[] {1});
        headers.addBytes("raw", new byte[] {1});

        assertThat(select("header.id", null).value()).isEqualTo("e-1");
        assertThat(select("header.raw", null).value()).isEqualTo(new byte[] {1});
    }

    @Test
    void aHeaderTwiceWithDifferentValuesIsAFaultOfTheRecord() {
        headers.addString("id", "secret-1");
        headers.addString("id", "secret-2");
        headers.addString("half", null);
        headers.addString("half", "x");

        assertThatThrownBy(() -> select("header.id", null))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("'id'")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> select("header.half", null)).isInstanceOf(RecordFault.class);
    }

    @Test
    void anItemIsWhatForEachHolds() {
        Selected line = Selected.of(ORDER, new Struct(ORDER).put("id", 9L));

        assertThat(Selector.parse("item.id").select(record(null), line).value()).isEqualTo(9L);
        assertThat(Selector.parse("item").select(record(null), line)).isEqualTo(line);
        assertThat(Selector.parse("item.id").select(record(null)))
                .as("outside of for.each")
                .isEqualTo(Selected.missing());
    }

    @Test
    void whatWasFoundNeverShowsItsValue() {
        assertThat(Selected.of(null, "secret")).hasToString("String");
        assertThat(Selected.of(null, null)).hasToString("null");
        assertThat(Selected.missing()).hasToString("missing");
    }

    private Selected select(String selector, Object value) {
        return Selector.parse(selector).select(record(value));
    }

    private SinkRecord record(Object value) {
        Schema schema = value instanceof Struct struct ? struct.schema() : null;
        return new SinkRecord(
                "orders", 1, null, null, schema, value, 42, null, TimestampType.NO_TIMESTAMP_TYPE, headers);
    }

    @Test
    void twoSpellingsOfOnePlaceHaveOneCanonicalForm() {
        assertThat(Selector.parse("header.`version`").canonical()).isEqualTo("header.version");
        assertThat(Selector.parse("value.`a.b`.c").canonical()).isEqualTo("value.`a.b`.c");
        assertThat(Selector.parse("offset").canonical()).isEqualTo("offset");
    }
}
