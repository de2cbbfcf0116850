package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Events.assertFault;
import static io.effectivelyonce.outbox.Events.header;
import static io.effectivelyonce.outbox.Events.headers;
import static io.effectivelyonce.outbox.Routers.route;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.apache.kafka.connect.storage.StringConverter;
import org.apache.kafka.connect.transforms.Transformation;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people reported of EventRouter, as they reported it, with the value that would have been right. */
class HandedCasesTest {
    private static final String EXPAND = "table.expand.json.payload";

    @Test
    void dbz921EmptyArraysAreLeftOutOrKeptAndNeverAFailure() {
        String payload = "{\"customer\":\"c-1\",\"labels\":[],\"note\":\"x\"}";

        assertThat(expanded(payload).schema().fields())
                .extracting(field -> field.name())
                .containsExactly("customer", "note");
        assertThat(expanded(payload, "table.json.payload.empty.array.behavior", "optional_string")
                        .getArray("labels"))
                .isEmpty();
    }

    @Test
    void dbz6910FieldsOfAllObjectsOfAnArraySurvive() {
        List<Struct> lines = expanded(
                        "{\"lines\":[{\"sku\":\"A\",\"tax\":{\"vat\":1}},{\"sku\":\"B\",\"tax\":{\"eco\":2}}]}")
                .getArray("lines");

        assertThat(lines.get(0).getStruct("tax").get("vat")).isEqualTo(1);
        assertThat(lines.get(1).getStruct("tax").get("eco")).isEqualTo(2);
    }

    @Test
    void dbz6983AdjustedNamesKeepTheirValues() {
        Struct value = expanded("{\"first-name\":\"N\",\"2fa\":true}", "field.name.adjustment.mode", "avro");

        assertThat(value.get("first_name")).isEqualTo("N");
        assertThat(value.get("_2fa")).isEqualTo(true);
    }

    @Test
    void dbz7142BlanksInAPlacementDoNotCountAndAnUnknownOneIsRefused() {
        String key = "table.fields.additional.placement";
        SourceRecord event = route(Envelopes.row(), key, " type : header : eventType , aggregatetype : envelope ");

        assertThat(header(event, "eventType")).isEqualTo("OrderPaid");
        assertThat(((Struct) event.value()).get("aggregatetype")).isEqualTo("Order");
        Assertions.assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Routers.configured(key, "type:bogus"))
                .withMessageContaining("bogus");
    }

    @ParameterizedTest
    @CsvSource({
        "table.field.additional.missing, ignore, error",
        "table.fields.additional.error.on.missing, false, true",
    })
    void dbz1342AMissingColumnIsIgnoredOrNamedUnderTheKeysOfBothEras(String key, String ignore, String error) {
        String placement = "table.fields.additional.placement";
        Envelopes row = Envelopes.row().with("tenant", Schema.STRING_SCHEMA, "t-1");

        assertThat(headers(route(row, placement, "traceid:header,tenant:header", key, ignore)))
                .containsExactly("id=" + Envelopes.ID, "tenant=t-1");
        assertFault(row, placement, "traceid:header,tenant:header", key, error).withMessageContaining("'traceid'");
    }

    @Test
    void dbz1320EmptyPayloadsAreTombstonesAndTheTextNullIsNone() {
        String key = "route.tombstone.on.empty.payload";

        assertThat(route(Envelopes.row().with("payload", Schema.BYTES_SCHEMA, new byte[0]), key, "true")
                        .value())
                .isNull();
        assertThat(route(Envelopes.row().with("payload", Schema.BYTES_SCHEMA, ByteBuffer.allocate(0)), key, "true")
                        .value())
                .isNull();
        assertThat(route(Envelopes.row().with("payload", Schema.STRING_SCHEMA, "   "), key, "true")
                        .value())
                .isNull();
        assertThat(route(Envelopes.row().with("payload", Envelopes.JSON, "null"), key, "true")
                        .value())
                .isEqualTo("null");
    }

    @Test
    void materialize5262VersionsFollowTheirColumnWhereTheLogGoesBack() {
        Transformation<SourceRecord> router = Routers.configured("table.field.event.version", "v");

        SourceRecord first = router.apply(
                Envelopes.row().lsn(200L).with("v", Schema.INT64_SCHEMA, 6L).record());
        SourceRecord second = router.apply(
                Envelopes.row().lsn(100L).with("v", Schema.INT64_SCHEMA, 7L).record());

        assertThat(List.of(header(first, "version"), header(second, "version"))).isEqualTo(List.of(6L, 7L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"69203120e780", "007", "7", "2024-01-02"})
    void camel1332AnIdIsItsExactTextOnTheWireAndRefusedWhereItMustBeAUuid(String id) {
        Envelopes row = Envelopes.row().with("id", Schema.STRING_SCHEMA, id);
        Header written = route(row, "event.id.header", "eventId").headers().lastWithName("eventId");

        for (HeaderConverter converter : List.of(new StringConverter(), new SimpleHeaderConverter())) {
            converter.configure(Map.of("converter.type", "header"));
            assertThat(converter.fromConnectHeader("t", "eventId", written.schema(), written.value()))
                    .isEqualTo(id.getBytes(StandardCharsets.UTF_8));
        }
        assertFault(row, "event.id.format", "uuid").withMessageContaining("event.id.format");
    }

    @Test
    void dbz2396HeartbeatsAndTransactionMetadataPassAsTheSameInstance() {
        for (String name : List.of("Heartbeat", "TransactionMetadataValue")) {
            Schema schema = SchemaBuilder.struct()
                    .name("io.debezium.connector.common." + name)
                    .field("ts_ms", Schema.INT64_SCHEMA)
                    .build();
            SourceRecord record =
                    new SourceRecord(Map.of(), Map.of(), "t", schema, new Struct(schema).put("ts_ms", 1L));

            assertThat(Routers.configured().apply(record)).isSameAs(record);
        }
    }

    @Test
    void dbz2847AnUpdateIsDroppedOrFatalAndTheLogNamesItsEvent() {
        String key = "table.op.invalid.behavior";
        for (String policy : List.of("warn", "error")) {
            assertThat(route(Envelopes.row().op("u"), key, policy)).isNull();
        }
        assertThat(Logged.during(() -> route(Envelopes.row().op("u"), key, "error")))
                .contains(Envelopes.ID);
        assertFault(Envelopes.row().op("u"), key, "fatal").withMessageContaining(Envelopes.ID);
    }

    private static Struct expanded(String payload, String... options) {
        String[] all = new String[options.length + 2];
        System.arraycopy(options, 0, all, 0, options.length);
        all[options.length] = EXPAND;
        all[options.length + 1] = "true";
        return (Struct) route(Envelopes.row().with("payload", Envelopes.JSON, payload), all)
                .value();
    }
}
