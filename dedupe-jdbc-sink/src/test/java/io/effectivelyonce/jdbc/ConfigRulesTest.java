package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.jdbc.spelling.TableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigRulesTest {

    private static Map<String, String> right() {
        Map<String, String> config = new HashMap<>();
        config.put("name", "orders");
        config.put("connector.class", DedupeJdbcSinkConnector.class.getName());
        config.put("topics", "orders");
        config.put("connection.url", "jdbc:postgresql://localhost/shop");
        config.put("connection.validate", "false");
        config.put("statements", "one");
        config.put("statements.one.sql", "INSERT INTO t VALUES (:a)");
        return config;
    }

    private static List<ConfigValue> validate(Map<String, String> config) {
        return new DedupeJdbcSinkConnector().validate(config).configValues();
    }

    private static List<String> problems(Map<String, String> config, String key) {
        return validate(config).stream()
                .filter(value -> value.name().equals(key))
                .flatMap(value -> value.errorMessages().stream())
                .toList();
    }

    @Test
    void aRightConfigurationHasNoProblem() {
        assertThat(validate(right())).allMatch(value -> value.errorMessages().isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "statemnts|one|did you mean 'statements'",
                "batch.sise|1|did you mean 'batch.size'",
                "statements.one.wen.in|a|did you mean",
                "statements.one.sqk|SELECT 1|did you mean 'statements.one.sql'",
                "statements.one.rows|two|at-least-one",
                "statements.one.order.by|item.sku|for.each",
                "statements.one.order.by|value.a,item|for.each",
                "statements.one.order.by|nonsense|must start with key",
                "statements.one.retries|1|unknown key",
                "batch.order|key|statement",
                "statements.two.sql|SELECT 1|unknown key",
                "statements.one.when.in|''|every record",
                "statements.one.may.be.missing|b|no parameter :b",
                "dedupe.ttl.days|7|did you mean 'dedupe",
                "event.identifier.header|id|did you mean 'event.",
                "behavior.on.malformed.documents|ignore|did you mean 'behavior.",
                "offsets.table.schema|app|did you mean 'offsets.",
                "connection.password|${env:SECRET}|no config provider 'env'",
                "dedupe.consumer|${file:/a/b:c}|no config provider 'file'",
                "consumer.override.max.poll.records|20000|10000",
                "db.timezone|GMT+2|Europe/Berlin",
                "db.timezone|UTC'; DROP|Europe/Berlin",
                "dedupe.retention.ms|5|a day",
                "dedupe.table.layout|hourly|daily",
                "event.time.from|timestamp|another timestamp",
                "event.time.from|offset|must start with",
                "behavior.on.too.old|ignore|apply",
                "insert.mode|upsert|either statements or these options",
                "pk.mode|record_key|either statements or these options",
                "version.from|header.version|either statements or these options",
                "primary.key.mode|record_key|use pk.mode",
                "connection.attempts|3|driver has no such property",
                "connection.reWriteBatchedInserts|true|is refused",
                "connection.autosave|conservative|is refused",
                "connection.preferQueryMode|simple|is refused",
                "connection.readOnly|true|is refused",
                "connection.defaultRowFetchSize|5|stop half way",
                "connection.adaptiveFetch|true|stop half way",
                "batch.size|0|at least 1",
                "batch.size|100001|no more than 100000",
                "linger.ms|3600001|no more than 3600000",
                "retry.timeout.ms|9223372036854775807|no more than 31536000000",
                "retry.backoff.ms|9223372036854775807|no more than 3600000",
                "retry.backoff.max.ms|9223372036854775807|no more than 3600000",
                "connection.url|jdbc:mysql://localhost/shop|must start with jdbc:postgresql:",
                "connection.url|jdbc:postgresql://localhost/shop?autosave=always|sets autosave",
                "connection.url|jdbc:postgresql://localhost/shop?reWriteBatchedInserts=true|sets reWriteBatchedInserts",
                "connection.url|jdbc:postgresql://localhost/shop?defaultRowFetchSize=5|sets defaultRowFetchSize",
                "connection.url|jdbc:postgresql://localhost/shop?preferQueryMode=simple|sets preferQueryMode",
                "statements.one.sql|SELECT :item.a|for.each",
                "statements.one.sql|COMMIT|position 1",
                "statements.one.when.from|value.kind|when.in",
                "statements.one.for.each|nonsense|must start with key",
                "statements|one,one|twice",
                "statements|a b|letters",
                "event.id.from|topic,value.id|event.id.type=text",
                "event.id.from|item.id|must start with",
                "event.id.type|number|uuid",
                "dedupe.mode|off|table",
                "dedupe.table.name|a.b.c|schema.table",
                "behavior.on.unmatched|skip|ignore",
                "errors.tolerance|all|errors.deadletterqueue.topic.name",
                "retry.backoff.ms|40000|retry.backoff.max.ms",
                "batch.size|0|at least 1",
            })
    void aWrongOptionIsRefusedOnItsKey(String key, String value, String message) {
        Map<String, String> config = right();
        config.put(key, value);
        assertThat(String.join(" ", problems(config, key))).contains(message);
        assertThatThrownBy(() -> JdbcSinkConfig.of(config)).isInstanceOf(ConfigException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://localhost/shop?user=me&password=s3cret",
                "jdbc:postgresql://localhost/shop?sslpassword=s3cret",
                "jdbc:postgresql://me:s3cret@localhost/shop",
                "jdbc:postgresql://localhost/shop?%70assword=s3cret",
            })
    void credentialsInTheUrlAreRefusedAndNotEchoed(String url) {
        Map<String, String> config = right();
        config.put("connection.url", url);
        assertThat(problems(config, "connection.url")).isNotEmpty();
        assertThat(validate(config).toString()).doesNotContain("s3cret");
        assertThatThrownBy(() -> JdbcSinkConfig.of(config))
                .isInstanceOf(ConfigException.class)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void aDeadLetterQueueThatNothingReachesIsRefused() {
        Map<String, String> config = right();
        config.put("errors.deadletterqueue.topic.name", "dead");
        assertThat(problems(config, "errors.tolerance"))
                .singleElement()
                .asString()
                .contains("errors.tolerance=all");
    }

    @Test
    void withoutTheNamesOfTheStatementsOnlyTheseAreMissed() {
        Map<String, String> config = right();
        config.remove("statements");
        assertThat(validate(config).stream().flatMap(value -> value.errorMessages().stream()))
                .hasSize(1);
        assertThat(problems(config, "statements")).hasSize(1);
    }

    /** As Connect does it: definitions, validation, and a look at the definitions again. */
    @Test
    void theRepeatedOptionsAreDefinedInTheAnswerOfTheirOwnValidationOnly() {
        DedupeJdbcSinkConnector connector = new DedupeJdbcSinkConnector();
        ConfigDef shown = connector.config();
        List<ConfigValue> values = connector.validate(right()).configValues();
        assertThat(values).allMatch(value -> shown.configKeys().containsKey(value.name()));
        assertThat(shown.configKeys().get("statements.one.sql").documentation).isNotBlank();
        assertThat(connector.config().names()).noneMatch(name -> name.startsWith("statements."));
    }

    @Test
    void secretsAreNotShown() {
        Map<String, String> config = right();
        config.put("connection.password", "s3cret");
        config.put("connection.sslpassword", "s3cret");
        assertThat(validate(config).toString()).doesNotContain("s3cret");
        assertThat(JdbcSinkConfig.of(config).connection().toString()).doesNotContain("s3cret");
    }

    @Test
    void theServersDetailLinesStayOutWhateverTheUserSets() {
        Map<String, String> config = right();
        config.put("connection.logServerErrorDetail", "true");
        config.put("connection.ApplicationName", "mine");
        assertThat(JdbcSinkConfig.of(config).connection().properties())
                .containsEntry("logServerErrorDetail", "false")
                .containsEntry("ApplicationName", "mine")
                .containsEntry("socketTimeout", "90");
    }

    @ParameterizedTest
    @CsvSource({"dedupe.retention.ms,86400000", "dedupe.table.layout,daily"})
    void whatForgetsClaimsNeedsATimeThatRedeliveriesKeepAndClaims(String key, String value) {
        Map<String, String> config = right();
        config.put(key, value);
        assertThat(problems(config, "event.time.from"))
                .singleElement()
                .asString()
                .contains("uuidv7");
        config.put("event.time.from", "uuidv7");
        assertThat(validate(config)).allMatch(one -> one.errorMessages().isEmpty());
        config.put("event.id.type", "text");
        assertThat(problems(config, "event.time.from"))
                .singleElement()
                .asString()
                .contains("text");
        config.put("event.time.from", "value.at");
        assertThat(validate(config)).allMatch(one -> one.errorMessages().isEmpty());
        config.put("dedupe.mode", "none");
        assertThat(problems(config, "dedupe.mode")).singleElement().asString().contains("no claims");
    }

    @Test
    void rowsCannotBeDemandedOfACall() {
        Map<String, String> config = right();
        config.put("statements.one.sql", "-- SELECT\ncall reserve(:a)");
        assertThat(problems(config, "statements.one.rows")).isEmpty();
        config.put("statements.one.rows", "one");
        assertThat(problems(config, "statements.one.rows"))
                .singleElement()
                .asString()
                .contains("CALL");
    }

    @Test
    void aSmallBatchDoesNotMindTheDefaultPoll() {
        Map<String, String> config = right();
        config.put("batch.size", "7");
        assertThat(validate(config)).allMatch(value -> value.errorMessages().isEmpty());
    }

    @Test
    void maxRetriesOfOtherSinksIsAccepted() {
        Map<String, String> config = right();
        config.put("max.retries", "10");
        assertThat(validate(config)).allMatch(value -> value.errorMessages().isEmpty());
    }

    @Test
    void nullMeansNotSet() {
        Map<String, String> config = right();
        config.put("dedupe.consumer", null);
        config.put("errors.deadletterqueue.topic.name", null);
        config.put("insert.mode", null);
        assertThat(validate(config)).allMatch(value -> value.errorMessages().isEmpty());
        DedupeJdbcSinkConnector connector = new DedupeJdbcSinkConnector();
        connector.start(config);
        assertThat(connector.taskConfigs(3))
                .hasSize(3)
                .allMatch(task -> task.get("name").equals("orders"));
    }

    @Test
    void theConsumerIsTheConnectorsNameUnlessSet() {
        assertThat(JdbcSinkConfig.of(right()).claims().orElseThrow().consumer()).isEqualTo("orders");
        Map<String, String> config = right();
        config.put("dedupe.consumer", "billing");
        assertThat(JdbcSinkConfig.of(config).claims().orElseThrow().consumer()).isEqualTo("billing");
    }

    @Test
    void everyOptionIsDocumentedTheRepeatedOnesToo() {
        ConfigDef options = JdbcSinkOptions.of(right());
        assertThat(options.names()).contains("statements.one.sql", "statements.one.for.each");
        assertThat(options.configKeys().values()).allMatch(key -> !key.documentation.isBlank() && key.group != null);
    }

    @Test
    void tableNamesAreReadAsSqlReadsThem() {
        assertThat(TableName.parse("App.Claims").sql()).isEqualTo("\"app\".\"claims\"");
        assertThat(TableName.parse("\"A\"\"b\".t").sql()).isEqualTo("\"A\"\"b\".\"t\"");
    }

    @Test
    void oneTableCannotKeepBothClaimsAndOffsets() {
        Map<String, String> config = new HashMap<>();
        config.put("offsets.table.name", "Processed_Events");
        assertThat(ConfigRules.problems(config).get("offsets.table.name")).contains("dedupe.table.name");
    }
}
