package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.effectivelyonce.outbox.row.RowFault;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logical messages as an outbox without a table. */
class MessageOutboxTest {
    private static final String PREFIXES = "message.prefix.include.list";
    private static final byte[] BYTES = Messages.ROW.getBytes(StandardCharsets.UTF_8);

    @Test
    void aMessageBecomesTheEventThatItsRowWouldHaveBecome() {
        SourceRecord event = router("table.field.event.version", "version", "event.id.header", "eventId")
                .apply(Messages.message("outbox", Messages.ROW));

        assertThat(event.topic()).isEqualTo("outbox.event.Order");
        assertThat(event.keySchema()).isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
        assertThat(event.key()).isEqualTo("order-1");
        assertThat(event.timestamp()).isEqualTo(Envelopes.PROCESSED_AT);
        assertThat(Events.headers(event)).containsExactly("id=" + Envelopes.ID, "eventId=" + Envelopes.ID, "version=7");
    }

    @Test
    void thePayloadKeepsItsTextToTheLastDigitAndBlank() {
        SourceRecord event = router().apply(Messages.message("outbox", Messages.ROW));

        assertThat(event.valueSchema()).isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
        assertThat(event.value()).isEqualTo("{\"total\": 3.10, \"big\": 12345678901234567890, \"lines\": [ 1,2 ]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"text\"        | text",
                "\"a \\\"b\\\"\" | a \"b\"",
                "[ 1 ]           | [ 1 ]",
                "1.50            | 1.50",
                "{\"ключ\":\"😀\"} | {\"ключ\":\"😀\"}",
                "null            | ",
            })
    void everyKindOfPayloadIsATextUnderOneSchema(String payload, String value) {
        SourceRecord event = router().apply(Messages.message("outbox", row(payload)));

        assertThat(event.value()).isEqualTo(value);
        assertThat(event.valueSchema()).isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
    }

    @Property(tries = 500)
    void aNestedPayloadIsItsOwnTextWhereverItStands(
            @ForAll("documents") String payload, @ForAll @IntRange(max = 100_000) int before) {
        String content = "{\"note\":\"" + "é😀".repeat(before / 3) + "\",\"payload\": " + payload
                + " ,\"id\":\"a\",\"aggregatetype\":\"Order\",\"aggregateid\":\"order-1\"}";

        assertThat(router().apply(Messages.message("outbox", content)).value()).isEqualTo(payload);
    }

    @Provide
    Arbitrary<String> documents() {
        return Arbitraries.randomValue(random -> JsonDocuments.draw(random).toPrettyString());
    }

    @Test
    void aNullPayloadMayBeATombstone() {
        SourceRecord event =
                router("route.tombstone.on.empty.payload", "true").apply(Messages.message("outbox", row("null")));

        assertThat(event.key()).isEqualTo("order-1");
        assertThat(event.value()).isNull();
        assertThat(event.valueSchema()).isNull();
    }

    @Test
    void theSameColumnsGoToPlacesAndTimes() {
        String content = """
                {"id": 7, "aggregatetype": "Order", "aggregateid": 3000000000, "payload": "x", "at": "2024-01-02T03:04:05.678Z",
                 "paid": true, "ratio": 0.5, "tags": ["a"], "nothing": null}""";

        SourceRecord event = router(
                        "table.field.event.timestamp",
                        "at",
                        "table.fields.additional.placement",
                        "paid:header,ratio:header,tags:header,nothing:header,paid:envelope,at:envelope")
                .apply(Messages.message("outbox", content));

        assertThat(event.key()).isEqualTo(3_000_000_000L);
        assertThat(event.keySchema()).isEqualTo(Schema.OPTIONAL_INT64_SCHEMA);
        assertThat(event.timestamp()).isEqualTo(1_704_164_645_678L);
        assertThat(Events.headers(event))
                .containsExactly("id=7", "paid=true", "ratio=0.5", "tags=[\"a\"]", "nothing=null");
        assertThat(event.valueSchema().name()).isEqualTo("srv.message.Order.Value");
        assertThat(((Struct) event.value()).get("payload")).isEqualTo("x");
    }

    @Test
    void aKeyHasOneSchemaWhateverTheSizeOfItsNumber() {
        Transformation<SourceRecord> router = router();

        assertThat(Stream.of("1", "3000000000")
                        .map(key -> router.apply(Messages.message("outbox", rowOf(key)))
                                .keySchema()))
                .containsOnly(Schema.OPTIONAL_INT64_SCHEMA);
    }

    static Stream<Arguments> modes() {
        return Stream.of(
                Arguments.of(Schema.BYTES_SCHEMA, BYTES),
                Arguments.of(Schema.BYTES_SCHEMA, ByteBuffer.wrap(BYTES)),
                Arguments.of(
                        Schema.BYTES_SCHEMA,
                        ByteBuffer.wrap(("xx" + Messages.ROW).getBytes(StandardCharsets.UTF_8), 2, BYTES.length)
                                .slice()),
                Arguments.of(Schema.STRING_SCHEMA, Base64.getEncoder().encodeToString(BYTES)),
                Arguments.of(Schema.STRING_SCHEMA, Base64.getUrlEncoder().encodeToString(BYTES)),
                Arguments.of(Schema.STRING_SCHEMA, HexFormat.of().formatHex(BYTES)),
                Arguments.of(
                        Schema.STRING_SCHEMA,
                        HexFormat.of().formatHex(("\n" + Messages.ROW).getBytes(StandardCharsets.UTF_8))),
                Arguments.of(
                        Schema.STRING_SCHEMA,
                        Base64.getEncoder().encodeToString(("\t " + Messages.ROW).getBytes(StandardCharsets.UTF_8))));
    }

    @ParameterizedTest
    @MethodSource("modes")
    void theContentIsReadInEveryBinaryHandlingMode(Schema schema, Object content) {
        SourceRecord event = router().apply(Messages.message("outbox", schema, content, 1L));

        assertThat(event.key()).isEqualTo("order-1");
    }

    @Test
    void messagesOfOtherPrefixesAndOfUnsetPrefixesPassAsTheSameInstance() {
        SourceRecord heartbeat = Messages.outsideItsTransaction("heartbeat", "just text");
        SourceRecord longer = Messages.message("outbox2", Messages.ROW);
        SourceRecord ours = Messages.message("outbox", Messages.ROW);

        assertThat(router().apply(heartbeat)).isSameAs(heartbeat);
        assertThat(router().apply(longer)).isSameAs(longer);
        assertThat(Routers.configured().apply(ours)).isSameAs(ours);
        assertThat(Routers.configured(PREFIXES, "shop\\..*, outbox\\d?")
                        .apply(longer)
                        .topic())
                .isEqualTo("outbox.event.Order");
    }

    @Test
    void aMessageThatOutlivesARollbackIsRefusedUnlessTheUserWantsIt() {
        SourceRecord message = Messages.outsideItsTransaction("outbox", Messages.ROW);
        String policy = "behavior.on.nontransactional.message";

        assertThatExceptionOfType(RowFault.class)
                .isThrownBy(() -> router().apply(message))
                .withMessageContaining("pg_logical_emit_message('outbox')")
                .withMessageContaining(Envelopes.ID)
                .withMessageContaining(policy);
        assertThat(router("behavior.on.invalid.row", "drop").apply(message)).isNull();
        assertThat(router(policy, "drop").apply(message)).isNull();
        assertThat(router(policy, "route").apply(message).topic()).isEqualTo("outbox.event.Order");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "text",
                "[1]",
                "{",
                "{} x",
                "{\"id\":1,\"id\":2}",
                "{\"id\":12345678901234567890}",
                "{\"id\":1,\"aggregatetype\":\"a\",\"aggregateid\":0.12345678901234567890}",
                "{\"id\":1e400}",
                "{\"id\":1,\"aggregatetype\":\"a\",\"aggregateid\":1e-99999999999}",
                "{\"id\":1,\"aggregatetype\":\"a\",\"aggregateid\":0e99999999999}",
                "{\"id\":1,\"aggregatetype\":\"a\",\"aggregateid\":\"a\",\"payload\":1,\"\":2}",
                "{\"id\":\"\\ud800\",\"aggregatetype\":\"a\",\"aggregateid\":\"a\",\"payload\":1}",
                "{}"
            })
    void aMessageThatHoldsNoRowIsAFaultUnderTheSamePolicy(String content) {
        SourceRecord message = Messages.message("outbox", content);

        assertThatExceptionOfType(RowFault.class)
                .isThrownBy(() -> router().apply(message))
                .withMessageContaining("pg_logical_emit_message('outbox')");
        assertThat(router("behavior.on.invalid.row", "drop").apply(message)).isNull();
    }

    @Test
    void aQuarantinedMessageKeepsItsPayloadOrElseItsWholeContent() {
        List<SourceRecord> quarantined = Stream.of(
                        Messages.outsideItsTransaction("outbox", Messages.ROW),
                        Messages.message("outbox", "no json"),
                        Messages.message("outbox", Schema.BYTES_SCHEMA, new byte[] {(byte) 0xff, 0}, 1L),
                        Messages.message("outbox", Schema.STRING_SCHEMA, "!!", 1L),
                        Messages.message("outbox", Schema.OPTIONAL_BYTES_SCHEMA, null, 1L))
                .map(router("behavior.on.invalid.row", "quarantine", "quarantine.topic", "outbox.invalid")::apply)
                .toList();

        assertThat(quarantined)
                .allSatisfy(record -> assertThat(record.topic()).isEqualTo("outbox.invalid"))
                .extracting(SourceRecord::value)
                .containsExactly(
                        "{\"total\": 3.10, \"big\": 12345678901234567890, \"lines\": [ 1,2 ]}",
                        "no json",
                        "ff00",
                        "!!",
                        null);
        assertThat(quarantined.get(0).key()).isEqualTo("order-1");
    }

    private static String row(String payload) {
        return "{\"id\":\"a\",\"aggregatetype\":\"Order\",\"aggregateid\":\"order-1\",\"payload\":" + payload + "}";
    }

    private static String rowOf(String key) {
        return "{\"id\":\"a\",\"aggregatetype\":\"Order\",\"aggregateid\":" + key + ",\"payload\":null}";
    }

    private static Transformation<SourceRecord> router(String... keysAndValues) {
        String[] all = new String[keysAndValues.length + 2];
        System.arraycopy(keysAndValues, 0, all, 0, keysAndValues.length);
        all[keysAndValues.length] = PREFIXES;
        all[keysAndValues.length + 1] = "outbox";
        return Routers.configured(all);
    }
}
