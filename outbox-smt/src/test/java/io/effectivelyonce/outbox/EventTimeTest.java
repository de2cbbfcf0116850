package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Events.assertFault;
import static io.effectivelyonce.outbox.Routers.route;
import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.outbox.row.ChangeEvent;
import io.effectivelyonce.outbox.row.Columns;
import io.effectivelyonce.outbox.row.Row;
import io.effectivelyonce.outbox.row.RowFault;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The Kafka timestamp of an event. */
class EventTimeTest {
    private static final String TIMESTAMP = "table.field.event.timestamp";
    private static final long MILLIS = 1_704_164_645_678L;

    static Stream<Arguments> times() {
        return Stream.of(
                Arguments.of(Schema.INT64_SCHEMA, MILLIS),
                Arguments.of(named(SchemaBuilder.int64(), "io.debezium.time.Timestamp"), MILLIS),
                Arguments.of(named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"), MILLIS * 1_000 + 999),
                Arguments.of(
                        named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp"), MILLIS * 1_000_000 + 999_999),
                Arguments.of(
                        named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"),
                        "2024-01-02T03:04:05.678999Z"),
                Arguments.of(
                        named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"),
                        "2024-01-02T05:04:05.678+02:00"),
                Arguments.of(
                        named(SchemaBuilder.string(), "io.debezium.time.IsoTimestamp"), "2024-01-02T03:04:05.678Z"),
                Arguments.of(Schema.STRING_SCHEMA, "2024-01-02T03:04:05.678Z"),
                Arguments.of(Timestamp.SCHEMA, Date.from(Instant.ofEpochMilli(MILLIS))));
    }

    @ParameterizedTest
    @MethodSource("times")
    void everyTypeOfTimestampBecomesMilliseconds(Schema schema, Object stored) {
        assertThat(route(Envelopes.row().with("at", schema, stored), TIMESTAMP, "at")
                        .timestamp())
                .isEqualTo(MILLIS);
    }

    @Test
    void aNullLeavesTheTimeOfTheConnector() {
        Envelopes row = Envelopes.row().with("at", Schema.OPTIONAL_INT64_SCHEMA, null);

        assertThat(route(row, TIMESTAMP, "at").timestamp()).isEqualTo(Envelopes.PROCESSED_AT);
        assertThat(route(row.processedAt(null), TIMESTAMP, "at").timestamp()).isNull();
    }

    static Stream<Arguments> noTimes() {
        return Stream.of(
                Arguments.of(Schema.STRING_SCHEMA, "2024-01-02T03:04:05"),
                Arguments.of(named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"), "infinity"),
                Arguments.of(
                        named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"), "+999999999-12-31T23:59:59Z"),
                Arguments.of(named(SchemaBuilder.int32(), "io.debezium.time.Date"), 19_000),
                Arguments.of(named(SchemaBuilder.int64(), "io.debezium.time.MicroTime"), 1L),
                Arguments.of(Schema.INT64_SCHEMA, -1L));
    }

    @ParameterizedTest
    @MethodSource("noTimes")
    void whatIsNoTimestampIsAFault(Schema schema, Object stored) {
        assertFault(Envelopes.row().with("at", schema, stored), TIMESTAMP, "at").withMessageContaining("'at'");
    }

    @Test
    void aTimeBeforeTheEpochIsAFaultAlsoWhereTheConnectorSetIt() {
        assertFault(Envelopes.row().processedAt(-1L)).withMessageContaining("'ts_ms'");
    }

    @Test
    void aTimeTooFarAheadIsAFaultWhereALimitIsSet() {
        long hour = Duration.ofHours(1).toMillis();
        Clock clock = Clock.fixed(Instant.ofEpochMilli(MILLIS), ZoneOffset.UTC);
        EventTime limited = new EventTime("at", hour, clock);
        EventTime unlimited = new EventTime("at", EventTime.UNLIMITED, clock);

        assertThat(limited.of(at(MILLIS + hour))).isEqualTo(MILLIS + hour);
        assertThat(unlimited.of(at(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        org.assertj.core.api.Assertions.assertThatExceptionOfType(RowFault.class)
                .isThrownBy(() -> limited.of(at(MILLIS + hour + 1)))
                .withMessageContaining("table.field.event.timestamp.max.ahead.ms");
        assertFault(
                        Envelopes.row().with("at", Schema.INT64_SCHEMA, Long.MAX_VALUE),
                        TIMESTAMP,
                        "at",
                        "table.field.event.timestamp.max.ahead.ms",
                        "0")
                .withMessageContaining("a later one");
    }

    private static Row at(long millis) {
        ChangeEvent change = ChangeEvent.of(
                Envelopes.row().with("at", Schema.INT64_SCHEMA, millis).record());
        return Row.of(change, new Columns("id", "aggregateid", "type", "payload", "aggregatetype"));
    }

    private static Schema named(SchemaBuilder builder, String name) {
        return builder.name(name).version(1).optional().build();
    }
}
