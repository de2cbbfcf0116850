package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Events.assertFault;
import static io.effectivelyonce.outbox.Routers.route;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.StringConverter;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other operations, other tables, invalid rows. */
class PolicyTest {
    @ParameterizedTest
    @ValueSource(strings = {"warn", "error", "WARN"})
    void anUpdateIsDropped(String policy) {
        assertThat(route(Envelopes.row().op("u"), "table.op.invalid.behavior", policy))
                .isNull();
        assertThat(route(Envelopes.row().op("u"), "debezium.op.invalid.behavior", policy))
                .isNull();
    }

    @Test
    void aDroppedUpdateAndADroppedRowAreLoggedWithTheirEventId() {
        assertThat(Logged.during(() -> route(Envelopes.row().op("u"), "table.op.invalid.behavior", "error")))
                .contains("ERROR", Envelopes.ID, "public.outbox");
        assertThat(Logged.during(() -> route(
                        Envelopes.row().with("aggregatetype", Schema.STRING_SCHEMA, "a/b"),
                        "behavior.on.invalid.row",
                        "drop")))
                .contains("ERROR", Envelopes.ID, "public.outbox", "aggregatetype")
                .doesNotContain("a/b");
    }

    @Test
    void anUpdateStopsTheTaskWhereItIsFatalWhateverInvalidRowsGet() {
        for (String key : new String[] {"table.op.invalid.behavior", "debezium.op.invalid.behavior"}) {
            assertFault(Envelopes.row().op("u"), key, "fatal", "behavior.on.invalid.row", "drop")
                    .withMessageContaining("event id " + Envelopes.ID)
                    .withMessageContaining("table.op.invalid.behavior")
                    .withMessageContaining("an update");
        }
    }

    @Test
    void snapshotRowsDeletesAndTruncatesFollowTheirPolicies() {
        assertThat(route(Envelopes.row().op("r"), "behavior.on.snapshot", "drop"))
                .isNull();
        assertFault(Envelopes.row().op("r"), "behavior.on.snapshot", "fail")
                .withMessageContaining("behavior.on.snapshot");
        assertFault(Envelopes.row().op("d"), "behavior.on.delete", "fail")
                .withMessageContaining("event id " + Envelopes.ID)
                .withMessageContaining("behavior.on.delete");
        assertThat(route(Envelopes.row().op("t"), "behavior.on.truncate", "drop"))
                .isNull();
    }

    @Test
    void aChangeOfAnotherTablePassesAsTheSameInstance() {
        Transformation<SourceRecord> router =
                Routers.configured("table.include.list", "public.outbox, PUBLIC\\.outbox_p\\d+");
        SourceRecord order = Envelopes.row().table("public", "orders").op("u").record();
        SourceRecord ofOrder = Envelopes.row().table("public", "orders").tombstone();

        assertThat(router.apply(order)).isSameAs(order);
        assertThat(router.apply(ofOrder)).isSameAs(ofOrder);
        assertThat(router.apply(Envelopes.row().record()).topic()).isEqualTo("outbox.event.Order");
        assertThat(router.apply(Envelopes.row().table("public", "outbox_p01").record())
                        .topic())
                .isEqualTo("outbox.event.Order");
        assertThat(router.apply(Envelopes.row().tombstone())).isNull();
    }

    @Test
    void aTombstoneWhoseTableIsUnknownPassesWhereTablesAreNamed() {
        SourceRecord tombstone = new SourceRecord(null, null, "t", Schema.STRING_SCHEMA, "k", null, null);

        assertThat(Routers.configured("table.include.list", "public.outbox").apply(tombstone))
                .isSameAs(tombstone);
        assertThat(Routers.configured().apply(tombstone)).isNull();
    }

    @Test
    void aChangeOfAnotherTableMayBeDroppedOrStopTheTask() {
        Envelopes other = Envelopes.row().table("public", "orders");

        assertThat(route(other, "table.include.list", "public.outbox", "behavior.on.other.table", "drop"))
                .isNull();
        assertFault(other, "table.include.list", "public.outbox", "behavior.on.other.table", "fail")
                .withMessageContaining("table.include.list");
    }

    @Test
    void aTableOfADatabaseWithoutSchemasIsNamedByItsDatabase() {
        Envelopes row = Envelopes.row().connector("mysql").table(null, "outbox");

        assertThat(route(row, "table.include.list", "shop.outbox").topic()).isEqualTo("outbox.event.Order");
    }

    @Test
    void anInvalidRowFailsByDefaultAndMayBeDropped() {
        Envelopes invalid = Envelopes.row().with("aggregatetype", Schema.STRING_SCHEMA, "a/b");

        assertFault(invalid).withMessageContaining("aggregatetype");
        assertThat(route(invalid, "behavior.on.invalid.row", "drop")).isNull();
    }

    @Test
    void aQuarantinedRowKeepsItsKeyAndPayloadAndSaysWhy() {
        SourceRecord change = Envelopes.row()
                .header("__debezium.context.taskId", "0")
                .with("aggregatetype", Schema.STRING_SCHEMA, "a/b")
                .record();

        SourceRecord quarantined = quarantine().apply(change);

        assertThat(quarantined.topic()).isEqualTo("outbox.invalid");
        assertThat(quarantined.kafkaPartition()).isNull();
        assertThat(quarantined.key()).isEqualTo("order-1");
        assertThat(quarantined.value()).isEqualTo("{\"total\": 3}");
        assertThat(quarantined.valueSchema()).isEqualTo(Envelopes.JSON);
        assertThat(quarantined.sourceOffset()).isEqualTo(change.sourceOffset());
        assertThat(Events.headers(quarantined))
                .startsWith("__debezium.context.taskId=0")
                .contains(
                        "outbox.fault.table=public.outbox",
                        "outbox.fault.event.id=" + Envelopes.ID,
                        "outbox.fault.column=aggregatetype");
        assertThat(Events.header(quarantined, "outbox.fault.reason").toString()).contains("legal topic name");
        assertThat(change.headers()).hasSize(1);
    }

    @Test
    void aChangeThatCameWithTheHeadersOfAQuarantineHasThemOnce() {
        SourceRecord quarantined = quarantine()
                .apply(Envelopes.row()
                        .header("outbox.fault.column", "of an earlier fault")
                        .with("aggregatetype", Schema.STRING_SCHEMA, "a/b")
                        .record());

        assertThat(Events.headers(quarantined))
                .filteredOn(header -> header.startsWith("outbox.fault.column"))
                .containsExactly("outbox.fault.column=aggregatetype");
    }

    @Test
    void aQuarantinedRowWithoutSchemaIsWrittenByConvertersWithoutSchemas() {
        JsonConverter converter = new JsonConverter();
        converter.configure(Map.of("schemas.enable", "false"), false);
        SourceRecord quarantined = route(
                Envelopes.row().with("aggregatetype", Schema.STRING_SCHEMA, "a/b"),
                "behavior.on.invalid.row",
                "quarantine",
                "quarantine.topic",
                "outbox.invalid",
                "table.expand.json.payload",
                "true",
                "table.expand.json.payload.form",
                "schemaless");

        assertThat(quarantined.valueSchema()).isNull();
        assertThat(converter.fromConnectData("t", null, quarantined.value()))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"total\":3}");
    }

    @Test
    void aQuarantinedPayloadOfBytesStaysWhatTheConverterForBytesTakes() {
        SourceRecord quarantined = quarantine()
                .apply(Envelopes.row()
                        .with("aggregatetype", Schema.STRING_SCHEMA, "a/b")
                        .with("payload", Schema.BYTES_SCHEMA, new byte[] {1, 2})
                        .record());

        assertThat(quarantined.valueSchema()).isEqualTo(Schema.BYTES_SCHEMA);
        assertThat(quarantined.value()).isEqualTo(new byte[] {1, 2});
    }

    @Test
    void aQuarantinedPayloadIsExpandedAsItWouldHaveBeen() {
        SourceRecord quarantined = route(
                Envelopes.row().with("id", Schema.OPTIONAL_STRING_SCHEMA, null),
                "behavior.on.invalid.row",
                "quarantine",
                "quarantine.topic",
                "outbox.invalid",
                "table.expand.json.payload",
                "true");

        assertThat(((Struct) quarantined.value()).getInt32("total")).isEqualTo(3);
        assertThat(Events.headers(quarantined)).contains("outbox.fault.event.id=unknown");
    }

    @Test
    void whatCanNotBeReadOfAQuarantinedRowIsNull() {
        SourceRecord noColumns = quarantine().apply(Envelopes.emptyRow().record());
        SourceRecord noRow =
                quarantine().apply(Envelopes.row().op("?").withoutRow().record());

        for (SourceRecord quarantined : new SourceRecord[] {noColumns, noRow}) {
            assertThat(quarantined.topic()).isEqualTo("outbox.invalid");
            assertThat(quarantined.key()).isNull();
            assertThat(quarantined.keySchema()).isNull();
            assertThat(quarantined.value()).isNull();
            assertThat(quarantined.valueSchema()).isNull();
        }
    }

    static Stream<Arguments> convertersOfEvents() {
        return Stream.of(
                Arguments.of(new StringConverter(), Envelopes.JSON, "{\"total\": 3}"),
                Arguments.of(new JsonConverter(), Envelopes.JSON, "{\"total\": 3}"),
                Arguments.of(new JsonConverter(), Envelopes.JSON, null),
                Arguments.of(new JsonConverter(), Schema.BYTES_SCHEMA, new byte[] {1, 2}));
    }

    @ParameterizedTest
    @MethodSource("convertersOfEvents")
    void theConverterOfTheEventsCanWriteWhatIsQuarantined(Converter converter, Schema schema, Object payload) {
        converter.configure(Map.of(), false);
        Envelopes unreadable = Envelopes.emptyRow();
        Envelopes invalid = Envelopes.row()
                .with("aggregatetype", Schema.STRING_SCHEMA, "a/b")
                .with("payload", schema, payload);

        SourceRecord quarantined = quarantine().apply(invalid.record());
        SourceRecord nothing = quarantine().apply(unreadable.record());

        assertThat(converter.fromConnectData("t", quarantined.valueSchema(), quarantined.value()))
                .isEqualTo(converter.fromConnectData("t", schema, payload));
        assertThat(converter.fromConnectData("t", nothing.valueSchema(), nothing.value()))
                .isNull();
    }

    @Test
    void whatNoConverterCouldWriteIsLeftOutOfTheQuarantine() {
        SourceRecord quarantined = quarantine()
                .apply(Envelopes.row()
                        .with("aggregateid", Decimal.schema(2), BigDecimal.ONE)
                        .with("payload", Decimal.schema(2), BigDecimal.ONE)
                        .record());

        assertThat(quarantined.key()).isNull();
        assertThat(quarantined.value()).isNull();
        assertThat(Events.headers(quarantined)).contains("outbox.fault.column=aggregateid");
    }

    @Test
    void theQuarantineMustHaveATopicWithALegalName() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Routers.configured("behavior.on.invalid.row", "quarantine"))
                .withMessageContaining("quarantine.topic");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Routers.configured("quarantine.topic", "a/b"))
                .withMessageContaining("U+002F");
    }

    private static Transformation<SourceRecord> quarantine() {
        return Routers.configured("behavior.on.invalid.row", "Quarantine", "quarantine.topic", "outbox.invalid");
    }
}
