package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.effectivelyonce.outbox.row.RowFault;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Whatever a connector delivers, under whatever options: each record becomes an event that a converter can write, or is dropped, passed or a
 * fault of the row. Nothing else is ever thrown, and under quarantine nothing is thrown but what the user asked to stop for.
 */
class TotalityTest {
    private final JsonConverter withSchemas = converter(true);
    private final JsonConverter withoutSchemas = converter(false);

    @Property(tries = 4_000, shrinking = ShrinkingMode.OFF)
    void everyRecordIsAnEventThatCanBeWrittenOrAFaultOfItsRow(@ForAll("scenarios") Scenario scenario) {
        OutboxEventRouter<SourceRecord> router = new OutboxEventRouter<>();
        try {
            router.configure(scenario.options());
        } catch (ConfigException toldWithItsKey) {
            assertThat(toldWithItsKey).hasMessageContaining(".");
            return;
        }
        for (SourceRecord record : scenario.records()) {
            Outcome outcome = Outcome.of(router, record);
            if (outcome instanceof Outcome.Event event) {
                requireWritable(scenario, record, event.record());
            } else if (outcome instanceof Outcome.Failed failed) {
                boolean stops = failed.cause() instanceof RowFault fault
                        && (fault.column().equals("op")
                                || !"quarantine".equals(scenario.options().get(Options.BEHAVIOR_ON_INVALID_ROW)));
                if (!stops) {
                    fail("Thrown under %s for %s".formatted(scenario.options(), record), failed.cause());
                }
            }
        }
    }

    private void requireWritable(Scenario scenario, SourceRecord record, SourceRecord event) {
        try {
            assertThat(TopicName.flawOf(event.topic())).isEmpty();
            withSchemas.fromConnectData(event.topic(), event.keySchema(), event.key());
            withSchemas.fromConnectData(event.topic(), event.valueSchema(), event.value());
            withoutSchemas.fromConnectData(event.topic(), event.valueSchema(), event.value());
            for (Header header : event.headers()) {
                withSchemas.fromConnectHeader(event.topic(), header.key(), header.schema(), header.value());
            }
        } catch (RuntimeException e) {
            fail("Not writable under %s: %s from %s".formatted(scenario.options(), event, record), e);
        }
    }

    @Provide
    Arbitrary<Scenario> scenarios() {
        return Arbitraries.randomValue(TotalityTest::draw);
    }

    /** Options of EventRouter, and on top of them those that it doesn't have. */
    private static Scenario draw(Random random) {
        Scenario scenario = Scenarios.draw(random);
        Map<String, String> options = new HashMap<>(scenario.options());
        Draw draw = new Draw(random);
        if (draw.chance(2)) {
            options.put(Options.BEHAVIOR_ON_INVALID_ROW, "quarantine");
            options.put(Options.QUARANTINE_TOPIC, "invalid");
        }
        draw.maybe(options, Options.ID_HEADER, "eventId", "type");
        draw.maybe(options, Options.ID_FORMAT, "any", "uuid");
        draw.maybe(options, Options.TYPE_HEADER, "eventType", "kind");
        draw.maybe(options, Options.EVENT_VERSION, "version", "number", "type", "nowhere");
        draw.maybe(options, Options.CONSTANT_HEADERS, "env:prod", "ce_type:x");
        draw.maybe(options, Options.SOURCE_HEADERS, "lsn,table", "gtid");
        draw.maybe(options, Options.SPREAD_HEADERS, "payload", "number", "nowhere");
        draw.maybe(options, Options.CLOUDEVENTS_SOURCE, "/shop");
        draw.maybe(options, Options.JSON_EMPTY_ARRAY, "ignore", "optional_string");
        draw.maybe(options, Options.FIELD_NAMES, "avro", "avro_unicode");
        draw.maybe(options, Options.EXPANSION_FORM, "schema", "schemaless");
        draw.maybe(options, Options.MESSAGE_PREFIXES, "outbox", "o.*");
        draw.maybe(options, Options.TABLES, "public\\.outbox", ".*\\.orders");
        draw.maybe(options, Options.BEHAVIOR_ON_SNAPSHOT, "route", "drop", "fail");
        draw.maybe(options, Options.BEHAVIOR_ON_TRUNCATE, "drop");
        draw.maybe(options, Options.TIMESTAMP_MAX_AHEAD, "0", "3600000");
        if (draw.chance(6)) {
            options.put(Options.PARTITION_BY, draw.pick("number", "aggregateid", "payload", "nowhere"));
            options.put(Options.PARTITION_COUNT, "7");
        }
        return new Scenario(options, scenario.records());
    }

    private static JsonConverter converter(boolean schemas) {
        JsonConverter converter = new JsonConverter();
        converter.configure(Map.of("schemas.enable", Boolean.toString(schemas), "converter.type", "value"));
        return converter;
    }
}
