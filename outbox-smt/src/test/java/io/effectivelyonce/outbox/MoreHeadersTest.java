package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Events.assertFault;
import static io.effectivelyonce.outbox.Events.headers;
import static io.effectivelyonce.outbox.Routers.route;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.effectivelyonce.outbox.header.CloudEvents;
import io.effectivelyonce.outbox.row.RowFault;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers that EventRouter doesn't offer. */
class MoreHeadersTest {
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @Test
    void aCloudEventHasItsAttributesInHeadersAndItsPayloadAsValue() {
        SourceRecord event =
                route(Envelopes.row().header("ce_id", "of somebody else"), "event.cloudevents.source", "/shop/orders");

        assertThat(headers(event))
                .containsExactly(
                        "id=" + Envelopes.ID,
                        "ce_specversion=1.0",
                        "ce_id=" + Envelopes.ID,
                        "ce_source=/shop/orders",
                        "ce_type=OrderPaid",
                        "ce_subject=order-1",
                        "ce_time=2023-11-14T22:13:20.123Z",
                        "content-type=application/json");
        assertThat(CloudEvents.NAMES)
                .allSatisfy(name ->
                        assertThat(event.headers().lastWithName(name).schema()).isEqualTo(Schema.STRING_SCHEMA));
        assertThat(event.value()).isEqualTo("{\"total\": 3}");
    }

    @Test
    void aCloudEventNeedsATypeAndNothingElseThatARowMayLack() {
        Envelopes bare = Envelopes.row()
                .with("aggregateid", Schema.OPTIONAL_STRING_SCHEMA, null)
                .processedAt(null);
        String[] options = {"event.cloudevents.source", "/shop", "event.cloudevents.content.type", "application/avro"};

        assertThat(headers(route(bare, options)))
                .contains("content-type=application/avro")
                .noneMatch(header -> header.startsWith("ce_subject") || header.startsWith("ce_time"));
        assertFault(Envelopes.row().with("type", Schema.OPTIONAL_STRING_SCHEMA, null), options)
                .withMessageContaining("'type'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                TRACE,
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            })
    void aTraceParentIsHandedOn(String trace) {
        SourceRecord event = route(
                Envelopes.row().header("traceparent", "of the connector").with("trace", Schema.STRING_SCHEMA, trace),
                "tracing.span.context.field",
                "trace");

        assertThat(headers(event)).containsExactly("id=" + Envelopes.ID, "traceparent=" + trace);
    }

    @Test
    void theTraceInPropertiesAsQuarkusWritesThemIsHandedOn() {
        SourceRecord event = route(
                Envelopes.row()
                        .with(
                                "tracingspancontext",
                                Schema.STRING_SCHEMA,
                                "#Mon Jan 01\ntraceparent=" + TRACE + "\ntracestate=congo\\=t61\nbaggage=x\n"),
                "tracing.span.context.field",
                "tracingspancontext");

        assertThat(headers(event))
                .containsExactly("id=" + Envelopes.ID, "traceparent=" + TRACE, "tracestate=congo=t61");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "garbage",
                "\\u00zz",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            })
    void aBrokenTraceIsLeftOutAndStopsNoEvent(String trace) {
        Envelopes row = Envelopes.row().with("trace", Schema.STRING_SCHEMA, trace);

        assertThat(headers(route(row, "tracing.span.context.field", "trace"))).containsExactly("id=" + Envelopes.ID);
        assertThat(headers(route(Envelopes.row(), "tracing.span.context.field", "trace")))
                .containsExactly("id=" + Envelopes.ID);
    }

    @Test
    void constantsAreTheSameOnEveryEvent() {
        SourceRecord event = route(Envelopes.row(), "event.headers.constant", "env:prod, url : http://x:1/");

        assertThat(headers(event)).containsExactly("id=" + Envelopes.ID, "env=prod", "url=http://x:1/");
    }

    @Test
    void fieldsOfTheSourceBlockKeepTheirTypes() {
        SourceRecord event = route(Envelopes.row(), "event.headers.source", "lsn, table:capturedTable");

        assertThat(headers(event)).containsExactly("id=" + Envelopes.ID, "lsn=100", "capturedTable=outbox");
        assertThat(event.headers().lastWithName("lsn").schema()).isEqualTo(Schema.OPTIONAL_INT64_SCHEMA);
    }

    @Test
    void aFieldThatTheSourceBlockLacksIsAFaultOrIgnored() {
        assertFault(Envelopes.row(), "event.headers.source", "gtid").withMessageContaining("'source.gtid'");
        assertThat(headers(route(
                        Envelopes.row(),
                        "event.headers.source",
                        "gtid,lsn",
                        "table.field.additional.missing",
                        "ignore")))
                .containsExactly("id=" + Envelopes.ID, "lsn=100");
    }

    @Test
    void aColumnOfJsonIsSpreadIntoHeadersWithItsTexts() {
        SourceRecord event = route(
                Envelopes.row()
                        .with(
                                "headers",
                                Envelopes.JSON,
                                "{\"tenant\":\"t-1\",\"n\":1.10,\"ok\":true,\"list\":[1, 2],\"none\":null}"),
                "event.headers.json.field",
                "headers");

        assertThat(headers(event))
                .containsExactly("id=" + Envelopes.ID, "tenant=t-1", "n=1.10", "ok=true", "list=[1, 2]", "none=null");
        assertThat(headers(route(
                        Envelopes.row().with("headers", Envelopes.JSON, null), "event.headers.json.field", "headers")))
                .containsExactly("id=" + Envelopes.ID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]",
                "text",
                "{\"a\":1,\"a\":2}",
                "{\"\":1}",
                "{\"id\":1}",
                "{\"eventId\":1}",
                "{\"a\":\"\\ud800\"}"
            })
    void aColumnThatCanNotBeSpreadIsAFault(String json) {
        assertFault(
                        Envelopes.row().with("headers", Envelopes.JSON, json),
                        "event.headers.json.field",
                        "headers",
                        "event.id.header",
                        "eventId")
                .withMessageContaining("'headers'");
    }

    static Stream<Arguments> contradictions() {
        return Stream.of(
                Arguments.of(Decimal.schema(2), new BigDecimal("1.5")),
                Arguments.of(Date.SCHEMA, java.util.Date.from(Instant.ofEpochMilli(1))),
                Arguments.of(Time.SCHEMA, java.util.Date.from(Instant.ofEpochMilli(86_400_001))));
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void aHeaderAKeyOrAPayloadThatContradictsItsSchemaIsAFault(Schema schema, Object value) {
        assertFault(Envelopes.row().with("extra", schema, value), "table.fields.additional.placement", "extra:header")
                .withMessageContaining("'extra' should be a value of its schema");
        assertFault(Envelopes.row().with("aggregateid", schema, value)).withMessageContaining("'aggregateid'");
        assertFault(Envelopes.row().with("payload", schema, value)).withMessageContaining("'payload'");
    }

    @Test
    void aListThatChangedSinceTheConnectorMadeItIsAFault() {
        List<Object> tags = new ArrayList<>(List.of("a"));
        SourceRecord change = Envelopes.row()
                .with("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).build(), tags)
                .record();
        tags.set(0, 7);

        assertThatExceptionOfType(RowFault.class)
                .isThrownBy(() -> Routers.configured("table.fields.additional.placement", "tags:header")
                        .apply(change))
                .withMessageContaining("'tags'");
    }
}
