package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users type, and what they are told when it is wrong. */
class OptionsTest {
    private static final String PREFIX = "transforms.outbox.";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "table.fields.additional.placement | type:bogus | unknown placement 'bogus'",
                "table.fields.additional.placement | ''         | names no column",
                "route.topic.regex                 | (          | no regular expression",
                "route.topic.replacement           | ${nobody}  | nobody",
                "route.topic.replacement           | $7         | doesn't fit",
                "route.topic.replacement           | a$         | doesn't fit",
                "table.op.invalid.behavior         | shrug      | warn, error, fatal",
                "table.field.additional.missing    | maybe      | error, ignore",
                "table.expand.json.payload         | perhaps    | true or false",
                "behavior.on.invalid.row           | shrug      | fail, drop, quarantine",
                "quarantine.topic                  | a/b        | U+002F",
                "table.include.list                | (          | no regular expression",
                "table.field.event.key             | ''         | non-empty",
                "event.id.header                   | id         | name of another header",
                "tracing.span.context.field        | ''         | non-empty",
                "message.prefix.include.list       | (          | no regular expression",
                "behavior.on.nontransactional.message | shrug   | refuse, route, drop",
                "table.expand.json.payload.form    | xml        | schema, schemaless",
                "route.partition.count             | 0          | at least 1",
                "event.headers.constant            | lonely     | expected header:text",
                "event.headers.constant            | id:x       | name of another header",
                "event.headers.source              | lsn,lsn    | name of another header",
                "event.headers.source              | lsn:       | empty part",
                "event.cloudevents.source          | a b        | no URI reference",
                "event.cloudevents.source          | ''         | must not be empty",
                "field.name.adjustment.mode        | camel      | none, avro, avro_unicode",
            })
    void aWrongValueIsToldByConnectsOwnValidationOnItsKey(String key, String value, String told) {
        assertThat(errors(key, key, value)).singleElement().asString().contains(told);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Routers.configured(key, value))
                .withMessageContaining(key);
    }

    @Test
    void theQuarantineWithoutTopicIsToldOnTheTopicsKey() {
        assertThat(errors("quarantine.topic", "behavior.on.invalid.row", "quarantine"))
                .singleElement()
                .asString()
                .contains("must name a topic");
    }

    @Test
    void aHeaderOfOursMayNotMeetAnotherOne() {
        assertThat(errors(
                        "event.type.header",
                        "event.type.header",
                        "eventType",
                        "table.fields.additional.placement",
                        "type:header:eventType"))
                .hasSize(1);
        assertThat(errors("event.type.header", "event.type.header", "x", "event.id.header", "x"))
                .hasSize(1);
        assertThat(errors("event.version.header", "event.type.header", "version"))
                .isEmpty();
        assertThat(errors("event.version.header", "event.type.header", "version", "table.field.event.version", "v"))
                .hasSize(1);
    }

    @Test
    void headersOfSeveralOptionsMayNotMeet() {
        assertThat(errors(
                        "event.headers.constant",
                        "event.cloudevents.source",
                        "/shop",
                        "event.headers.constant",
                        "ce_type:fixed"))
                .hasSize(1);
        assertThat(errors(
                        "event.headers.source",
                        "event.headers.source",
                        "table:traceparent",
                        "tracing.span.context.field",
                        "trace"))
                .hasSize(1);
    }

    @Test
    void aPartitionByHashNeedsItsCountAndExcludesAPlacedOne() {
        assertThat(errors("route.partition.count", "route.partition.by.field", "type"))
                .singleElement()
                .asString()
                .contains("how many partitions");
        assertThat(errors(
                        "table.fields.additional.placement",
                        "route.partition.by.field",
                        "type",
                        "route.partition.count",
                        "3",
                        "table.fields.additional.placement",
                        "p:partition"))
                .singleElement()
                .asString()
                .contains("keep one of them");
    }

    @Test
    void anEnvelopeExcludesAPayloadWithoutSchema() {
        assertThat(errors(
                        "table.fields.additional.placement",
                        "table.expand.json.payload.form",
                        "schemaless",
                        "table.fields.additional.placement",
                        "type:envelope"))
                .singleElement()
                .asString()
                .contains("table.expand.json.payload.form");
    }

    @Test
    void theKeysOfTracingStayAndAreNamedInTheLog() {
        assertThat(Logged.during(() ->
                        Routers.configured("tracing.operation.name", "x", "tracing.with.context.field.only", "true")))
                .contains("tracing.operation.name", "tracing.with.context.field.only");
    }

    @Test
    void aKeyThatNothingReadsIsNamedInTheLogWithTheNearestOne() {
        assertThat(Logged.during(() -> Routers.configured("route.by.field.name", "aggregatetype")))
                .contains("'route.by.field.name'; the nearest one is 'route.by.field'");
    }

    @Test
    void theDefaultsAreValid() {
        assertThat(validate().stream().flatMap(value -> value.errorMessages().stream()))
                .isEmpty();
    }

    @Test
    void everyOptionHasItsGroupItsDocumentationAndItsDisplayName() {
        assertThat(Options.DEFINITION.configKeys().values()).allSatisfy(option -> {
            assertThat(option.group).isNotBlank();
            assertThat(option.documentation).endsWith(".");
            assertThat(option.displayName).isNotBlank();
            assertThat(option.hasDefault()).isTrue();
        });
    }

    @Test
    void eventRoutersOptionsAreAllKnownWithTheSameDefaults() {
        ConfigDef theirs = new io.debezium.transforms.outbox.EventRouter<SourceRecord>().config();

        assertThat(theirs.configKeys().values()).allSatisfy(option -> {
            ConfigDef.ConfigKey mine = Options.DEFINITION.configKeys().get(option.name);
            assertThat(mine).as(option.name).isNotNull();
            if (!option.name.startsWith("tracing.")) {
                assertThat(mine.defaultValue).as(option.name).isEqualTo(option.defaultValue);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "table.field.event.idd,     table.field.event.id",
        "route.topic.replacment,    route.topic.replacement",
        "table.op.invalid.behaviour, table.op.invalid.behavior",
        "event.typ.header,          event.type.header",
    })
    void aMisspeltKeyIsRefusedWithTheOneThatIsMeant(String typed, String meant) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Routers.configured(typed, "x"))
                .withMessageContaining("'" + typed + "'")
                .withMessageContaining("'" + meant + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"type", "predicate", "negate", "plugin.version", "something.else.entirely"})
    void keysOfConnectAndOfOthersAreNoMisspellings(String key) {
        assertThat(Routers.configured(key, "x").apply(Envelopes.row().record())).isNotNull();
    }

    @Test
    void olderNamesCount() {
        SourceRecord event = Routers.route(
                Envelopes.row(),
                "debezium.expand.json.payload",
                "true",
                "table.field.event.payload.id",
                "type",
                "debezium.op.invalid.behavior",
                "fatal");

        assertThat(event.value()).isInstanceOf(org.apache.kafka.connect.data.Struct.class);
        assertThat(event.key()).isEqualTo("OrderPaid");
    }

    @Test
    void anOlderNameMayRepeatTheNewOneAndNotContradictIt() {
        assertThat(Routers.configured("debezium.op.invalid.behavior", "FATAL", "table.op.invalid.behavior", "fatal"))
                .isNotNull();
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Routers.configured(
                        "table.fields.additional.error.on.missing", "true",
                        "table.field.additional.missing", "ignore"))
                .withMessageContaining("keep table.field.additional.missing");
    }

    /** The errors on a key as Connect finds them, which sees the options under the transform's prefix. */
    private static List<String> errors(String key, String... keysAndValues) {
        return validate(keysAndValues).stream()
                .filter(value -> value.name().equals(PREFIX + key))
                .flatMap(value -> value.errorMessages().stream())
                .toList();
    }

    private static List<ConfigValue> validate(String... keysAndValues) {
        ConfigDef ofConnector = new ConfigDef();
        ofConnector.embed(PREFIX, "Transforms: outbox", 0, new OutboxEventRouter<SourceRecord>().config());
        String[] prefixed = keysAndValues.clone();
        for (int i = 0; i < prefixed.length; i += 2) {
            prefixed[i] = PREFIX + prefixed[i];
        }
        return ofConnector.validate(Routers.options(prefixed));
    }
}
