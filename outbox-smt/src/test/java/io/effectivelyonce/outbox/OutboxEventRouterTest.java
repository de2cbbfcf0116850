package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Events.headers;
import static io.effectivelyonce.outbox.Routers.route;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.effectivelyonce.outbox.row.RowFault;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;

/** What becomes of a row when nothing is configured, and of records that are no row. */
class OutboxEventRouterTest {

    @Test
    void aRowGoesToTheTopicOfItsAggregateUnderItsKeyWithItsId() {
        SourceRecord event = route(Envelopes.row());

        assertThat(event.topic()).isEqualTo("outbox.event.Order");
        assertThat(event.kafkaPartition()).isNull();
        assertThat(event.key()).isEqualTo("order-1");
        assertThat(event.keySchema()).isEqualTo(Schema.STRING_SCHEMA);
        assertThat(event.value()).isEqualTo("{\"total\": 3}");
        assertThat(event.valueSchema()).isEqualTo(Envelopes.JSON);
        assertThat(event.valueSchema().version()).isEqualTo(1);
        assertThat(event.timestamp()).isEqualTo(Envelopes.PROCESSED_AT);
        assertThat(headers(event)).containsExactly("id=" + Envelopes.ID);
        assertThat(event.headers().lastWithName("id").schema()).isEqualTo(Envelopes.UUID);
    }

    @Test
    void theHeadersOfTheChangeStayInFrontAndTheInputIsLeftAsItWas() {
        SourceRecord change = Envelopes.row()
                .header("__debezium.context.connectorName", "srv")
                .header("id", "kept")
                .record();
        SourceRecord before = Envelopes.row()
                .header("__debezium.context.connectorName", "srv")
                .header("id", "kept")
                .record();

        SourceRecord event = Routers.configured().apply(change);

        assertThat(headers(event))
                .containsExactly("__debezium.context.connectorName=srv", "id=kept", "id=" + Envelopes.ID);
        assertThat(change).isEqualTo(before);
    }

    @Test
    void aSnapshotRowIsAnEventToo() {
        assertThat(route(Envelopes.row().op("r")).topic()).isEqualTo("outbox.event.Order");
    }

    @Test
    void deletesUpdatesAndTombstonesAreDropped() {
        assertThat(route(Envelopes.row().op("d"))).isNull();
        assertThat(route(Envelopes.row().op("u"))).isNull();
        assertThat(Routers.configured().apply(Envelopes.row().tombstone())).isNull();
    }

    @Test
    void aTruncateIsAFault() {
        assertThatExceptionOfType(RowFault.class)
                .isThrownBy(() -> route(Envelopes.row().op("t")))
                .withMessageContaining("behavior.on.truncate");
    }

    @Test
    void recordsThatHoldNoChangeOfARowPassAsTheSameInstance() {
        Schema heartbeat = SchemaBuilder.struct()
                .name("io.debezium.connector.common.Heartbeat")
                .field("ts_ms", Schema.INT64_SCHEMA)
                .build();
        List<SourceRecord> others = List.of(
                new SourceRecord(null, null, "t", heartbeat, new Struct(heartbeat).put("ts_ms", 1L)),
                new SourceRecord(null, null, "t", null, "no schema"),
                new SourceRecord(null, null, "t", Schema.STRING_SCHEMA, "no name"));
        Transformation<SourceRecord> router = Routers.configured();

        assertThat(others).allSatisfy(record -> assertThat(router.apply(record)).isSameAs(record));
    }

    @Test
    void aRecordNamedLikeAChangeEventThatIsNoneIsAFault() {
        Schema mail = SchemaBuilder.struct()
                .name("mail.Envelope")
                .field("to", Schema.STRING_SCHEMA)
                .build();
        SourceRecord record = new SourceRecord(null, null, "t", mail, new Struct(mail).put("to", "x"));

        assertThatExceptionOfType(RowFault.class)
                .isThrownBy(() -> Routers.configured().apply(record))
                .withMessageContaining("'op'");
    }

    @Test
    void aFaultSaysWhereTheRowIsAndWhatIsWrongAndNothingOfTheRow() {
        Events.assertFault(Envelopes.row().with("aggregatetype", Schema.STRING_SCHEMA, "se/cret"))
                .satisfies(fault -> {
                    assertThat(fault.table()).isEqualTo("public.outbox");
                    assertThat(fault.eventId()).isEqualTo(Envelopes.ID);
                    assertThat(fault.column()).isEqualTo("aggregatetype");
                    assertThat(fault.expected()).isEqualTo("a value that makes a legal topic name");
                    assertThat(fault.found()).contains("U+002F");
                })
                .withMessageNotContaining("cret");
    }

    @Test
    void everyColumnCanBeRenamed() {
        Envelopes row = Envelopes.emptyRow()
                .with("event_id", Schema.INT32_SCHEMA, 1)
                .with("order_id", Schema.INT32_SCHEMA, 10)
                .with("body", Schema.BYTES_SCHEMA, new byte[] {1})
                .with("kind", Schema.STRING_SCHEMA, "Order");

        SourceRecord event = route(
                row,
                "table.field.event.id",
                "event_id",
                "table.field.event.key",
                "order_id",
                "table.field.event.payload",
                "body",
                "route.by.field",
                "kind");

        assertThat(event.topic()).isEqualTo("outbox.event.Order");
        assertThat(event.key()).isEqualTo(10);
        assertThat(event.keySchema()).isEqualTo(Schema.INT32_SCHEMA);
        assertThat(event.value()).isEqualTo(new byte[] {1});
        assertThat(headers(event)).containsExactly("id=1");
        assertThat(event.headers().lastWithName("id").schema()).isEqualTo(Schema.INT32_SCHEMA);
    }

    @Test
    void aKeyKeepsTheTypeOfItsColumn() {
        Map<Schema, Object> keys = Map.of(
                Schema.STRING_SCHEMA,
                "k",
                Schema.INT64_SCHEMA,
                7L,
                Schema.BYTES_SCHEMA,
                ByteBuffer.wrap(new byte[] {1, 2}),
                Schema.OPTIONAL_BYTES_SCHEMA,
                new byte[] {1, 2},
                Envelopes.UUID,
                Envelopes.ID);

        keys.forEach((schema, key) -> {
            SourceRecord event = route(Envelopes.row().with("aggregateid", schema, key));
            assertThat(event.key()).isSameAs(key);
            assertThat(event.keySchema()).isEqualTo(schema);
        });
    }

    @Test
    void aColumnThatTheTableDoesNotHaveIsAFaultThatNamesIt() {
        for (String key : List.of(
                "table.field.event.id", "table.field.event.key", "table.field.event.payload", "route.by.field")) {
            Events.assertFault(Envelopes.row(), key, "nowhere").withMessageContaining("'nowhere'");
        }
    }

    @Test
    void aNullKeyStaysNull() {
        SourceRecord event = route(Envelopes.row().with("aggregateid", Schema.OPTIONAL_STRING_SCHEMA, null));

        assertThat(event.key()).isNull();
        assertThat(event.keySchema()).isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
    }

    @Test
    void oracleSpellsItsDefaultColumnsInUpperCase() {
        Envelopes row = Envelopes.emptyRow()
                .connector("oracle")
                .with("ID", Schema.STRING_SCHEMA, "1")
                .with("AGGREGATETYPE", Schema.STRING_SCHEMA, "Order")
                .with("own_key", Schema.STRING_SCHEMA, "k")
                .with("PAYLOAD", Schema.STRING_SCHEMA, "p");

        SourceRecord event = route(row, "table.field.event.key", "own_key");

        assertThat(event.topic()).isEqualTo("outbox.event.Order");
        assertThat(event.key()).isEqualTo("k");
    }

    @Test
    void connectFindsTheTransformAsAService() {
        @SuppressWarnings("rawtypes") // a service can't name its type argument
        ServiceLoader<Transformation> services = ServiceLoader.load(Transformation.class);

        assertThat(StreamSupport.stream(services.spliterator(), false))
                .hasAtLeastOneElementOfType(OutboxEventRouter.class);
    }
}
