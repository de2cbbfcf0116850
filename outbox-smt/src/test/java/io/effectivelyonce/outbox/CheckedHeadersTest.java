package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Events.assertFault;
import static io.effectivelyonce.outbox.Events.header;
import static io.effectivelyonce.outbox.Events.headers;
import static io.effectivelyonce.outbox.Routers.route;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Event id, event type and version, which the sinks rely on. */
class CheckedHeadersTest {
    private static final String VERSION = "table.field.event.version";
    private static final byte[] UUID_BYTES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

    @Test
    void idTypeAndVersionComeAfterTheHeadersOfEventRouter() {
        SourceRecord event = route(
                Envelopes.row().with("aggregate_version", Schema.INT64_SCHEMA, 7L),
                "event.id.header",
                "eventId",
                "event.type.header",
                "eventType",
                VERSION,
                "aggregate_version",
                "table.fields.additional.placement",
                "type:header");

        assertThat(headers(event))
                .containsExactly(
                        "id=" + Envelopes.ID,
                        "type=OrderPaid",
                        "eventId=" + Envelopes.ID,
                        "eventType=OrderPaid",
                        "version=7");
        assertThat(event.headers().lastWithName("eventId").schema()).isEqualTo(Schema.STRING_SCHEMA);
        assertThat(event.headers().lastWithName("version").schema()).isEqualTo(Schema.INT64_SCHEMA);
    }

    @Test
    void aHeaderOfTheSameNameThatTheChangeCameWithIsReplaced() {
        SourceRecord event =
                route(Envelopes.row().header("version", "old").with("v", Schema.INT64_SCHEMA, 7L), VERSION, "v");

        assertThat(headers(event)).containsExactly("id=" + Envelopes.ID, "version=7");
    }

    static Stream<Arguments> idsAndTheirText() {
        return Stream.of(
                Arguments.of(Schema.STRING_SCHEMA, "69203120e780", "69203120e780"),
                Arguments.of(Schema.STRING_SCHEMA, "007", "007"),
                Arguments.of(Schema.STRING_SCHEMA, "2024-01-02", "2024-01-02"),
                Arguments.of(Schema.INT64_SCHEMA, 7L, "7"),
                Arguments.of(Decimal.schema(0), new BigDecimal("12345678901234567890"), "12345678901234567890"),
                Arguments.of(
                        VARIABLE_SCALE,
                        new Struct(VARIABLE_SCALE).put("scale", 0).put("value", new byte[] {1, 0}),
                        "256"),
                Arguments.of(Schema.BYTES_SCHEMA, UUID_BYTES, "00010203-0405-0607-0809-0a0b0c0d0e0f"),
                Arguments.of(Schema.BYTES_SCHEMA, ByteBuffer.wrap(UUID_BYTES), "00010203-0405-0607-0809-0a0b0c0d0e0f"),
                Arguments.of(
                        Schema.BYTES_SCHEMA, ByteBuffer.wrap(UUID_BYTES, 1, 3).slice(), "010203"));
    }

    @ParameterizedTest
    @MethodSource("idsAndTheirText")
    void theEventIdHeaderHoldsTheExactTextAndTheIdHeaderTheColumn(Schema schema, Object id, String text) {
        SourceRecord event = route(Envelopes.row().with("id", schema, id), "event.id.header", "eventId");

        assertThat(header(event, "eventId")).isEqualTo(text);
        assertThat(header(event, "id")).isEqualTo(id);
    }

    @Test
    void readingAnIdFromABufferLeavesTheBufferAsItWas() {
        ByteBuffer id = ByteBuffer.wrap(UUID_BYTES);

        route(Envelopes.row().with("id", Schema.BYTES_SCHEMA, id), "event.id.header", "eventId");

        assertThat(id.remaining()).isEqualTo(16);
    }

    @Test
    void aRowWithoutAUsableEventIdIsAFault() {
        List<Envelopes> rows = List.of(
                Envelopes.row().with("id", Schema.OPTIONAL_STRING_SCHEMA, null),
                Envelopes.row().with("id", Schema.STRING_SCHEMA, ""),
                Envelopes.row().with("id", Schema.STRING_SCHEMA, " \t"),
                Envelopes.row().with("id", Schema.BYTES_SCHEMA, new byte[0]),
                Envelopes.row().with("id", Schema.BOOLEAN_SCHEMA, true),
                Envelopes.row().with("id", Schema.FLOAT64_SCHEMA, 1.0));

        assertThat(rows).allSatisfy(row -> assertFault(row).withMessageContaining("'id'"));
    }

    @Test
    void aDefaultOfTheTableDoesNotStandInForANullId() {
        Schema withDefault =
                SchemaBuilder.string().optional().defaultValue("same-for-all").build();

        assertFault(Envelopes.row().with("id", withDefault, null)).withMessageContaining("found null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"69203120e780", "007", "7", "2024-01-02", "3f6c2a1e7f604b3e9d580b7b8f6f0a11"})
    void whatIsNoUuidIsAFaultWhereUuidsAreAskedFor(String id) {
        assertFault(Envelopes.row().with("id", Schema.STRING_SCHEMA, id), "event.id.format", "uuid")
                .withMessageContaining("event.id.format")
                .withMessageContaining("found another STRING");
    }

    @Test
    void aUuidIsWrittenInLowerCase() {
        SourceRecord event = route(
                Envelopes.row().with("id", Schema.STRING_SCHEMA, "3F6C2A1E-7F60-4B3E-9D58-0B7B8F6F0A11"),
                "event.id.format",
                "uuid",
                "event.id.header",
                "eventId");

        assertThat(header(event, "eventId")).isEqualTo(Envelopes.ID);
    }

    static Stream<Arguments> versions() {
        return Stream.of(
                Arguments.of(Schema.INT64_SCHEMA, Long.MAX_VALUE, Long.MAX_VALUE),
                Arguments.of(Schema.INT64_SCHEMA, 0L, 0L),
                Arguments.of(Schema.INT32_SCHEMA, 6, 6L),
                Arguments.of(Schema.INT16_SCHEMA, (short) 6, 6L),
                Arguments.of(Schema.FLOAT64_SCHEMA, 6.0, 6L),
                Arguments.of(Schema.STRING_SCHEMA, "9223372036854775807", Long.MAX_VALUE),
                Arguments.of(Decimal.schema(2), new BigDecimal("6.00"), 6L),
                Arguments.of(
                        VARIABLE_SCALE,
                        new Struct(VARIABLE_SCALE).put("scale", 1).put("value", new byte[] {60}),
                        6L));
    }

    private static final Schema VARIABLE_SCALE = SchemaBuilder.struct()
            .name("io.debezium.data.VariableScaleDecimal")
            .field("scale", Schema.INT32_SCHEMA)
            .field("value", Schema.BYTES_SCHEMA)
            .build();

    @ParameterizedTest
    @MethodSource("versions")
    void theVersionIsReadExactlyFromAnyTypeOfNumber(Schema schema, Object stored, long version) {
        assertThat(header(route(Envelopes.row().with("v", schema, stored), VERSION, "v"), "version"))
                .isEqualTo(version);
    }

    static Stream<Arguments> noVersions() {
        return Stream.of(
                Arguments.of(Schema.OPTIONAL_INT64_SCHEMA, null, "null"),
                Arguments.of(SchemaBuilder.int64().optional().defaultValue(0L).build(), null, "null"),
                Arguments.of(Schema.INT64_SCHEMA, -1L, "a lower number"),
                Arguments.of(Decimal.schema(1), new BigDecimal("1.5"), "a fraction"),
                Arguments.of(Decimal.schema(0), new BigDecimal("9223372036854775808"), "a greater number"),
                Arguments.of(Schema.FLOAT64_SCHEMA, 9007199254740992.0, "another FLOAT64"),
                Arguments.of(Schema.FLOAT64_SCHEMA, Double.NaN, "another FLOAT64"),
                Arguments.of(Schema.STRING_SCHEMA, "007", "another STRING"),
                Arguments.of(Schema.STRING_SCHEMA, "9999999999999999999", "a greater number"),
                Arguments.of(
                        VARIABLE_SCALE,
                        new Struct(VARIABLE_SCALE).put("scale", 0).put("value", new byte[0]),
                        "another STRUCT"),
                Arguments.of(Schema.BOOLEAN_SCHEMA, true, "another BOOLEAN"));
    }

    @ParameterizedTest
    @MethodSource("noVersions")
    void whatIsNoVersionIsAFault(Schema schema, Object stored, String found) {
        assertFault(Envelopes.row().with("v", schema, stored), VERSION, "v")
                .withMessageContaining("'v' should be a whole number from 0 to 9223372036854775807, found " + found);
    }

    @Test
    void versionsFollowTheirColumnAndNotTheLog() {
        Transformation<SourceRecord> router = Routers.configured(VERSION, "v");

        SourceRecord sixth = router.apply(
                Envelopes.row().lsn(200L).with("v", Schema.INT64_SCHEMA, 6L).record());
        SourceRecord seventh = router.apply(
                Envelopes.row().lsn(100L).with("v", Schema.INT64_SCHEMA, 7L).record());

        assertThat(header(sixth, "version")).isEqualTo(6L);
        assertThat(header(seventh, "version")).isEqualTo(7L);
    }

    @Test
    void aRowWithoutATypeIsAFaultWhereTheTypeIsAskedFor() {
        Envelopes untyped = Envelopes.row().with("type", Schema.OPTIONAL_STRING_SCHEMA, null);

        assertThat(route(untyped)).isNotNull();
        assertFault(untyped, "event.type.header", "eventType").withMessageContaining("'type'");
        assertThat(header(
                        route(
                                Envelopes.row().with("kind", Schema.STRING_SCHEMA, "K"),
                                "event.type.header",
                                "eventType",
                                "table.field.event.type",
                                "kind"),
                        "eventType"))
                .isEqualTo("K");
    }
}
