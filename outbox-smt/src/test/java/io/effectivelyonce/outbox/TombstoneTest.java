package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Routers.route;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Empty payloads. */
class TombstoneTest {
    private static final String TOMBSTONE = "route.tombstone.on.empty.payload";

    static Stream<Arguments> emptyPayloads() {
        return Stream.of(
                Arguments.of(Envelopes.JSON, null),
                Arguments.of(Schema.STRING_SCHEMA, ""),
                Arguments.of(Schema.STRING_SCHEMA, " \n "),
                Arguments.of(Schema.BYTES_SCHEMA, new byte[0]),
                Arguments.of(Schema.BYTES_SCHEMA, ByteBuffer.allocate(0)));
    }

    @ParameterizedTest
    @MethodSource("emptyPayloads")
    void anEmptyPayloadIsATombstoneWithItsKeyAndHeaders(Schema schema, Object payload) {
        for (String placement : new String[] {"type:header", "type:header,type:envelope"}) {
            SourceRecord event = route(
                    Envelopes.row().with("payload", schema, payload),
                    TOMBSTONE,
                    "true",
                    "table.expand.json.payload",
                    "true",
                    "table.fields.additional.placement",
                    placement);

            assertThat(event.value()).isNull();
            assertThat(event.valueSchema()).isNull();
            assertThat(event.key()).isEqualTo("order-1");
            assertThat(event.topic()).isEqualTo("outbox.event.Order");
            assertThat(Events.headers(event)).containsExactly("id=" + Envelopes.ID, "type=OrderPaid");
        }
    }

    @ParameterizedTest
    @MethodSource("emptyPayloads")
    void withoutTheOptionItStaysWhatItIs(Schema schema, Object payload) {
        SourceRecord event = route(Envelopes.row().with("payload", schema, payload));

        assertThat(event.value()).isEqualTo(payload);
        assertThat(event.valueSchema()).isEqualTo(schema);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\"", "{}", "[]"})
    void aTextThatSaysSomethingIsNoTombstone(String payload) {
        assertThat(route(Envelopes.row().with("payload", Envelopes.JSON, payload), TOMBSTONE, "true")
                        .value())
                .isEqualTo(payload);
    }

    @Test
    void withoutTheOptionTheEnvelopeStays() {
        SourceRecord event = route(
                Envelopes.row().with("payload", Schema.STRING_SCHEMA, ""),
                "table.fields.additional.placement",
                "type:envelope");

        assertThat(((Struct) event.value()).get("payload")).isEqualTo("");
    }
}
