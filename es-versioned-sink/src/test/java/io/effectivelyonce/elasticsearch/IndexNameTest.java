package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.RecordFault;
import java.util.Map;
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
