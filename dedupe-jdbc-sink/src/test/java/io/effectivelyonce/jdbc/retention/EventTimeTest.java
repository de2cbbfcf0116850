package io.effectivelyonce.jdbc.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.RecordFault;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimeTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    private static Instant at(Object value) {
        return at(null, value);
    }

    private static Instant at(Schema schema, Object value) {
        Object whole = value == null ? Map.of() : Map.of("at", value);
        Schema wholeSchema = null;
        if (schema != null) {
            wholeSchema = SchemaBuilder.struct().field("at", schema).build();
            whole = new Struct(wholeSchema).put("at", value);
        }
        SinkRecord record = new SinkRecord("t", 0, null, null, wholeSchema, whole, 0, 5L, TimestampType.CREATE_TIME);
        return EventTime.parse("value.at", CLOCK).of(record, Optional.empty());
    }

    @Test
    void aTimeIsReadAsItsTypeSays() {
        assertThat(at(1_700_000_000_000L)).isEqualTo(Instant.ofEpochMilli(1_700_000_000_000L));
        assertThat(at("1700000000000")).isEqualTo(Instant.ofEpochMilli(1_700_000_000_000L));
        assertThat(at("2026-11-30T01:00:00.123456+02:00")).isEqualTo(Instant.parse("2026-11-29T23:00:00.123456Z"));
        assertThat(at(Timestamp.SCHEMA, Date.from(NOW))).isEqualTo(NOW);
        assertThat(at(named("io.debezium.time.MicroTimestamp", Schema.Type.INT64), 1_700_000_000_000_001L))
                .isEqualTo(Instant.parse("2023-11-14T22:13:20.000001Z"));
        assertThat(at(named("io.debezium.time.NanoTimestamp", Schema.Type.INT64), 1_700_000_000_000_000_000L))
                .isEqualTo(Instant.parse("2023-11-14T22:13:20Z"));
        assertThat(at(named("io.debezium.time.Date", Schema.Type.INT32), 20_000))
                .isEqualTo(Instant.parse("2024-10-04T00:00:00Z"));
    }

    private static Schema named(String name, Schema.Type type) {
        return SchemaBuilder.type(type).name(name).build();
    }

    @ParameterizedTest
    @CsvSource({"2026-11-30T10:00:00", "2026-11-30", "yesterday", "99999999999999999999", "''"})
    void aTextThatCouldMeanSeveralTimesIsAFault(String text) {
        assertThatThrownBy(() -> at(text)).isInstanceOf(RecordFault.class).hasMessageContaining("offset");
    }

    @Test
    void whatIsMissingOrNoTimeIsAFault() {
        assertThatThrownBy(() -> at(null)).isInstanceOf(RecordFault.class).hasMessageContaining("missing");
        assertThatThrownBy(() -> at(1.5)).isInstanceOf(RecordFault.class).hasMessageContaining("no time");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, 1_900_000_000_000L, 1_764_500_000_000_000L})
    void aTimeThatCannotBeRightIsAFault(long millis) {
        assertThatThrownBy(() -> at(millis)).isInstanceOf(RecordFault.class);
    }

    @Test
    void clocksMayBeWrongByDays() {
        assertThat(at("2026-12-05T00:00:00Z")).isEqualTo(Instant.parse("2026-12-05T00:00:00Z"));
    }

    @Test
    void theIdsOfVersionSevenHoldATime() {
        EventTime inside = EventTime.parse("uuidv7", CLOCK);
        SinkRecord record = new SinkRecord("t", 0, null, null, null, null, 0);
        assertThat(inside.of(record, Optional.of(UUID.fromString("018bcfe5-6800-7abc-8def-0123456789ab"))))
                .isEqualTo(Instant.ofEpochMilli(1_700_000_000_000L));
        assertThatThrownBy(
                        () -> inside.of(record, Optional.of(UUID.fromString("018bcfe5-6800-4abc-8def-0123456789ab"))))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("version 7");
    }
}
