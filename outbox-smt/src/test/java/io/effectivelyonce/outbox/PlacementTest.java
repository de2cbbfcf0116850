package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Events.assertFault;
import static io.effectivelyonce.outbox.Events.headers;
import static io.effectivelyonce.outbox.Routers.route;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns beside the payload: in headers, in the envelope, as partition. */
class PlacementTest {
    private static final String PLACEMENT = "table.fields.additional.placement";

    @Test
    void blanksAroundThePartsDoNotCount() {
        SourceRecord event =
                route(Envelopes.row(), PLACEMENT, " type : Header : eventType , aggregatetype : ENVELOPE ,");

        assertThat(headers(event)).containsExactly("id=" + Envelopes.ID, "eventType=OrderPaid");
        assertThat(((Struct) event.value()).getString("aggregatetype")).isEqualTo("Order");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "type",
                "type:bogus",
                "type:header:a:b",
                ":header",
                "type::x",
                "type:envelope:payload",
                "type:envelope:x,id:envelope:x"
            })
    void whatIsNoPlacementIsRefused(String placement) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Routers.configured(PLACEMENT, placement))
                .withMessageContaining(PLACEMENT);
    }

    @Test
    void headersKeepTheirOrderTheirSchemaTheirNullsAndTheirDuplicates() {
        Envelopes row = Envelopes.row()
                .with("tenant", Schema.OPTIONAL_INT32_SCHEMA, null)
                .with("flag", Schema.BOOLEAN_SCHEMA, true);

        SourceRecord event = route(row, PLACEMENT, "flag:header,tenant:header,type:header:id,flag:header");

        assertThat(headers(event))
                .containsExactly("id=" + Envelopes.ID, "flag=true", "tenant=null", "id=OrderPaid", "flag=true");
        assertThat(event.headers().lastWithName("tenant").schema()).isEqualTo(Schema.OPTIONAL_INT32_SCHEMA);
    }

    @Test
    void theEnvelopeHoldsThePayloadFirstAndThenTheColumnsInOrder() {
        SourceRecord event = route(
                Envelopes.row().with("flag", Schema.OPTIONAL_BOOLEAN_SCHEMA, false),
                PLACEMENT,
                "type:envelope:eventType, flag:envelope, type:header");

        Struct value = (Struct) event.value();
        assertThat(value.schema().name()).isEqualTo("srv.public.outbox.Order.Value");
        assertThat(value.schema().version()).isNull();
        assertThat(value.schema().fields())
                .extracting(field -> field.name())
                .containsExactly("payload", "eventType", "flag");
        assertThat(value.getString("payload")).isEqualTo("{\"total\": 3}");
        assertThat(value.getString("eventType")).isEqualTo("OrderPaid");
        assertThat(value.getBoolean("flag")).isFalse();
        assertThat(headers(event)).containsExactly("id=" + Envelopes.ID, "type=OrderPaid");
    }

    @Test
    void everyAggregateTypeAndEveryTableLayoutHasItsOwnEnvelopeSchema() {
        Transformation<SourceRecord> router = Routers.configured(PLACEMENT, "type:envelope");

        SourceRecord order = router.apply(Envelopes.row().record());
        SourceRecord customer = router.apply(Envelopes.row()
                .with("aggregatetype", Schema.STRING_SCHEMA, "Customer")
                .record());
        SourceRecord altered = router.apply(
                Envelopes.row().with("type", Schema.INT32_SCHEMA, 5).record());
        SourceRecord orderAgain = router.apply(Envelopes.row().record());

        assertThat(order.valueSchema().name()).isEqualTo("srv.public.outbox.Order.Value");
        assertThat(customer.valueSchema().name()).isEqualTo("srv.public.outbox.Customer.Value");
        assertThat(((Struct) altered.value()).getInt32("type")).isEqualTo(5);
        assertThat(orderAgain.valueSchema()).isSameAs(order.valueSchema());
    }

    @Test
    void theSchemaVersionFollowsItsColumnAndEqualVersionsShareTheSchema() {
        Transformation<SourceRecord> router =
                Routers.configured(PLACEMENT, "type:envelope", "table.field.event.schema.version", "v");

        SourceRecord one =
                router.apply(Envelopes.row().with("v", Schema.INT32_SCHEMA, 1).record());
        SourceRecord three =
                router.apply(Envelopes.row().with("v", Schema.INT32_SCHEMA, 3).record());
        SourceRecord oneAgain =
                router.apply(Envelopes.row().with("v", Schema.INT32_SCHEMA, 1).record());
        SourceRecord none = router.apply(
                Envelopes.row().with("v", Schema.OPTIONAL_INT32_SCHEMA, null).record());

        assertThat(one.valueSchema().version()).isEqualTo(1);
        assertThat(three.valueSchema().version()).isEqualTo(3);
        assertThat(oneAgain.valueSchema()).isSameAs(one.valueSchema());
        assertThat(none.valueSchema().version()).isNull();
    }

    @Test
    void withoutAnEnvelopeTheSchemaVersionColumnIsNotRead() {
        SourceRecord event = route(Envelopes.row(), "table.field.event.schema.version", "nowhere");

        assertThat(event.valueSchema()).isEqualTo(Envelopes.JSON);
    }

    @Test
    void theLastPartitionColumnWinsAndNullLeavesItToThePartitioner() {
        Envelopes row = Envelopes.row().with("a", Schema.INT32_SCHEMA, 1).with("b", Schema.INT32_SCHEMA, 2);

        assertThat(route(row, PLACEMENT, "a:partition,b:partition").kafkaPartition())
                .isEqualTo(2);
        assertThat(route(row.with("b", Schema.OPTIONAL_INT32_SCHEMA, null), PLACEMENT, "b:partition")
                        .kafkaPartition())
                .isNull();
    }

    @Test
    void aPartitionMayComeInAnyTypeOfWholeNumber() {
        assertThat(route(Envelopes.row().with("p", Schema.INT64_SCHEMA, 3L), PLACEMENT, "p:partition")
                        .kafkaPartition())
                .isEqualTo(3);
        assertThat(route(Envelopes.row().with("p", Decimal.schema(1), new BigDecimal("4.0")), PLACEMENT, "p:partition")
                        .kafkaPartition())
                .isEqualTo(4);
    }

    @Test
    void aPartitionThatTheProducerWouldRefuseIsAFault() {
        assertFault(Envelopes.row().with("p", Schema.INT32_SCHEMA, -1), PLACEMENT, "p:partition")
                .withMessageContaining("a lower number");
        assertFault(Envelopes.row().with("p", Schema.INT64_SCHEMA, 1L << 31), PLACEMENT, "p:partition")
                .withMessageContaining("a greater number");
        assertFault(Envelopes.row(), PLACEMENT, "type:partition").withMessageContaining("another STRING");
    }

    @ParameterizedTest
    @ValueSource(strings = {"header", "envelope", "partition"})
    void aPlacedColumnThatIsMissingIsAFaultOrIgnored(String place) {
        String placement = "traceid:" + place + ",type:header:tenant";

        assertFault(Envelopes.row(), PLACEMENT, placement).withMessageContaining("'traceid'");
        assertFault(Envelopes.row(), PLACEMENT, placement, "table.fields.additional.error.on.missing", "true")
                .withMessageContaining("'traceid'");
        for (String[] ignore : new String[][] {
            {"table.field.additional.missing", "Ignore"}, {"table.fields.additional.error.on.missing", "false"}
        }) {
            SourceRecord event = route(Envelopes.row(), PLACEMENT, placement, ignore[0], ignore[1]);
            assertThat(headers(event)).containsExactly("id=" + Envelopes.ID, "tenant=OrderPaid");
        }
    }

    @Test
    void aNullPayloadIsANullInTheEnvelope() {
        Schema payload = SchemaBuilder.string().optional().build();

        SourceRecord event = route(Envelopes.row().with("payload", payload, null), PLACEMENT, "type:envelope");

        assertThat(((Struct) event.value()).get("payload")).isNull();
    }

    @Test
    void aColumnInTheEnvelopeThatContradictsItsSchemaIsAFault() {
        assertFault(
                        Envelopes.row().with("price", Decimal.schema(2), new BigDecimal("1.5")),
                        PLACEMENT,
                        "price:envelope")
                .withMessageContaining("'price' should be a value of its schema");
        assertFault(Envelopes.row().with("id", Decimal.schema(2), new BigDecimal("1.5")))
                .withMessageContaining("'id' should be a value of its schema");
    }
}
