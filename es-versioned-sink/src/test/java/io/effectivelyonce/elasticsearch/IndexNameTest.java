package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.RecordFault;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexNameTest {
    @Test
    void theTopicIsLowerCasedAndTheRestStaysAsItIs() {
        assertThat(IndexName.parse("${topic}").of(record("Outbox.Event", "berlin")))
                .isEqualTo("outbox.event");
        assertThat(IndexName.parse("shop-${value.region}-${topic}").of(record("Products", "berlin")))
                .isEqualTo("shop-berlin-products");
        assertThat(IndexName.parse("products").of(record("Outbox", "berlin"))).isEqualTo("products");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Berlin", "ber lin", "a/b", "a*", "a:b", "a,b", "a\ud800"})
    void aFieldThatGivesAnIllegalNameIsAFaultOfTheRecordThatDoesNotShowIt(String region) {
        assertThatThrownBy(() -> IndexName.parse("shop-${value.region}").of(record("t", region)))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("index.name.format")
                .hasMessageNotContaining(region);
    }

    @Test
    void aTimeIsThatOfTheRecordInUtc() {
        IndexName name = IndexName.parse("orders-${timestamp.yyyy-MM-dd}");
        SinkRecord record =
                new SinkRecord("t", 0, null, "k", null, Map.of(), 0, 1_796_083_199_999L, TimestampType.CREATE_TIME);
        assertThat(name.of(record)).isEqualTo("orders-2026-11-30");
        assertThat(name.forTopic("t")).isEmpty();
        assertThatThrownBy(() -> name.of(record("t", "x"))).isInstanceOf(RecordFault.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-${timestamp.qqqqqqq}", "a-${timestamp.MMM}", "a-${body.x}", "a-${offset}"})
    void aTimeThatGivesNoNameAndAPlaceThatMakesNoSenseAreRefused(String format) {
        assertThatThrownBy(() -> IndexName.parse(format)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMissingFieldIsAFaultOfTheRecord() {
        assertThatThrownBy(() -> IndexName.parse("shop-${header.tenant}").of(record("t", "berlin")))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("header.tenant");
    }

    @Test
    void aFormatThatDependsOnRecordsHasNoNameForATopic() {
        assertThat(IndexName.parse("a-${topic}").forTopic("B")).contains("a-b");
        assertThat(IndexName.parse("a-${key.id}").forTopic("B")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "-a", "_a", "+a", "A", "a b", "a#b", "a|b", "a\"b"})
    void illegalNamesAreKnown(String name) {
        assertThat(IndexName.illegal(name)).isPresent();
    }

    @Test
    void namesOfUpTo255BytesAreLegal() {
        assertThat(IndexName.illegal("ä".repeat(127) + "x")).isEmpty();
        assertThat(IndexName.illegal("ä".repeat(128))).isPresent();
    }

    private static SinkRecord record(String topic, String region) {
        return new SinkRecord(topic, 0, null, "k", null, Map.of("region", region), 0);
    }
}
