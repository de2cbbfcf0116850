package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;

class ValidationTest {
    private static final Map<String, String> GOOD = Map.of(
            "name", "products",
            "connector.class", VersionedElasticsearchSinkConnector.class.getName(),
            "topics", "products",
            "connection.url", "http://127.0.0.1:1",
            "connection.validate", "false",
            "version.from", "header.version");

    @Test
    void aConfigurationWithTheChoicesMadeIsAccepted() {
        assertThat(problems(GOOD)).isEmpty();
    }

    @Test
    void theVersionSourceHasToBeChosenAndTheChoicesAreNamed() {
        assertThat(problems(without("version.from")).get("version.from"))
                .singleElement()
                .asString()
                .contains("header.version", "value.", "key.", "timestamp", "offset", "external.version.header");
        assertThat(problems(with("version.from", "partition"))).containsOnlyKeys("version.from");
        assertThat(problems(with("version.from", "header."))).containsOnlyKeys("version.from");
    }

    @Test
    void confluentsHeaderOptionFillsTheVersionSource() {
        Map<String, String> config = without("version.from");
        config.put("external.version.header", "aggregate.version");
        assertThat(problems(config)).isEmpty();
        assertThat(new ElasticsearchSinkConfig(config).versionFrom()).hasToString("header.`aggregate.version`");
        config.put("version.from", "offset");
        assertThat(problems(config)).containsOnlyKeys("external.version.header");
    }

    @Test
    void misspeltKeysAreRefused() {
        assertThat(problems(with("verison.from", "header.version")).get("verison.from"))
                .singleElement()
                .asString()
                .contains("version.from");
        assertThat(problems(with("conection.url", "x"))).containsOnlyKeys("conection.url");
    }

    @Test
    void credentialsInTheUrlAreRefusedAndNotRepeated() {
        assertThat(problems(with("connection.url", "http://sink:s3cret@127.0.0.1:1"))
                        .get("connection.url"))
                .singleElement()
                .asString()
                .contains("connection.username")
                .doesNotContain("s3cret");
        assertThat(problems(with("connection.url", "ftp://127.0.0.1"))).containsOnlyKeys("connection.url");
        assertThat(problems(with("connection.url", "http://s3cret@ x"))
                        .get("connection.url")
                        .toString())
                .doesNotContain("s3cret");
    }

    @Test
    void credentialsComeInPairs() {
        assertThat(problems(with("connection.password", "x"))).containsOnlyKeys("connection.username");
        assertThat(problems(with("connection.username", "x"))).containsOnlyKeys("connection.password");
        Map<String, String> both = with("connection.api.key", "x");
        both.put("connection.username", "x");
        both.put("connection.password", "x");
        assertThat(problems(both)).containsOnlyKeys("connection.api.key");
    }

    @Test
    void anApiKeyIsSentAsSuch() {
        assertThat(new ElasticsearchSinkConfig(with("connection.api.key", "aWQ6a2V5")).authorization())
                .contains("ApiKey aWQ6a2V5");
    }

    @Test
    void confluentsKeysAreTakenWhereTheySayWhatHappensAnywayAndRefusedElsewhere() {
        Map<String, String> pasted = new HashMap<>(GOOD);
        pasted.putAll(Map.of(
                "behavior.on.null.values", "DELETE",
                "key.ignore", "false",
                "schema.ignore", "true",
                "write.method", "INSERT",
                "behavior.on.malformed.documents", "FAIL",
                "max.retries", "10",
                "flush.timeout.ms", "10000",
                "max.in.flight.requests", "5",
                "max.buffered.records", "20000"));
        assertThat(problems(pasted)).isEmpty();
        for (Map.Entry<String, String> refused : Map.of(
                        "key.ignore", "true",
                        "schema.ignore", "false",
                        "write.method", "UPSERT",
                        "behavior.on.malformed.documents", "ignore",
                        "elastic.https.ssl.truststore.location", "/x",
                        "proxy.host", "proxy",
                        "data.stream.dataset", "x")
                .entrySet()) {
            Map<String, String> config = with(refused.getKey(), refused.getValue());
            assertThat(problems(config)).containsOnlyKeys(refused.getKey());
            assertThatThrownBy(() -> new ElasticsearchSinkConfig(config))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(refused.getKey());
        }
    }

    @Test
    void aTaskThatCouldNotFillItsBulksIsRefusedAndTheDefaultIsRaisedInstead() {
        Map<String, String> config = with("batch.size", "5000");
        assertThat(problems(config)).isEmpty();
        assertThat(new ElasticsearchSinkConfig(config).limits().records()).isEqualTo(25_000);
        config.put("max.buffered.records", "20000");
        assertThat(problems(config)).containsOnlyKeys("max.buffered.records");
        config.put("max.in.flight.requests", "4");
        assertThat(problems(config)).isEmpty();
        assertThat(new ElasticsearchSinkConfig(config).limits().records()).isEqualTo(20_000);
    }

    @Test
    void aFieldForSoftDeletesGoesWithSoftDeletes() {
        Map<String, String> config = with("soft.delete.field", "gone");
        assertThat(problems(config)).containsOnlyKeys("soft.delete.field");
        config.put("delete.mode", "SOFT");
        assertThat(problems(config)).isEmpty();
        assertThat(new ElasticsearchSinkConfig(config).softDeleteField()).contains("gone");
    }

    @Test
    void toleranceWithoutAPlaceToReportToIsRefused() {
        assertThat(problems(with("errors.tolerance", "all"))).containsOnlyKeys("errors.tolerance");
        Map<String, String> config = with("errors.tolerance", "all");
        config.put("errors.deadletterqueue.topic.name", "dead");
        assertThat(problems(config)).isEmpty();
    }

    @Test
    void aTopicThatGivesAnIllegalIndexNameIsRefused() {
        assertThat(problems(with("topics", "Products"))).isEmpty();
        assertThat(problems(with("topics", "_products"))).containsOnlyKeys("index.name.format");
        assertThat(problems(with("index.name.format", "Products"))).containsOnlyKeys("index.name.format");
        assertThat(problems(with("index.name.format", "a-${topic"))).containsOnlyKeys("index.name.format");
        assertThat(problems(with("index.name.format", "a-${nowhere}"))).containsOnlyKeys("index.name.format");
        assertThat(problems(with("index.name.format", "shop-${header.tenant}-${topic}")))
                .isEmpty();
    }

    @Test
    void aDeleteConditionNeedsBothHalves() {
        assertThat(problems(with("delete.when.from", "header.eventType"))).containsOnlyKeys("delete.when.in");
        assertThat(problems(with("delete.when.in", "Gone"))).containsOnlyKeys("delete.when.from");
    }

    @Test
    void aServerThatIsNotThereIsAProblemOfTheUrl() {
        assertThat(problems(with("connection.validate", "true")).get("connection.url"))
                .singleElement()
                .asString()
                .contains("127.0.0.1:1", "connection.validate=false");
    }

    @Test
    void eachTaskGetsTheWholeConfiguration() {
        VersionedElasticsearchSinkConnector connector = new VersionedElasticsearchSinkConnector();
        connector.start(GOOD);
        assertThat(connector.taskConfigs(3)).isEqualTo(List.of(GOOD, GOOD, GOOD));
    }

    @Test
    void anApiKeyThatNoHeaderCanCarryIsRefusedAndNotRepeated() {
        for (String key : new String[] {"s3c\nret", "s3c\u00e4ret"}) {
            assertThat(problems(with("connection.api.key", key)).get("connection.api.key"))
                    .singleElement()
                    .asString()
                    .doesNotContain("s3c");
        }
    }

    @Test
    void aPortThatDoesNotExistIsAProblemOfTheUrl() {
        assertThat(problems(with("connection.url", "http://127.0.0.1:99200"))).containsOnlyKeys("connection.url");
    }

    @Test
    void anOptionThatIsNullCountsAsNotGiven() {
        for (String key : new String[] {"index.name.format", "version.type", "delete.when.in", "document.id.from"}) {
            assertThat(problems(with(key, null))).isEmpty();
        }
        assertThat(problems(with("connection.url", null))).containsOnlyKeys("connection.url");
    }

    @Test
    void keysOfOtherSinksThatChangeWhatIsWrittenAreRefused() {
        for (String key : new String[] {
            "topic.index.map",
            "routing.type",
            "routing.from",
            "pipeline",
            "delete.mode",
            "connection.ssl.truststore.location"
        }) {
            assertThat(problems(with(key, "x"))).containsOnlyKeys(key);
        }
    }

    private static Map<String, List<String>> problems(Map<String, String> config) {
        return new VersionedElasticsearchSinkConnector()
                .validate(config).configValues().stream()
                        .filter(value -> !value.errorMessages().isEmpty())
                        .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
    }

    private static Map<String, String> with(String key, String value) {
        Map<String, String> config = new HashMap<>(GOOD);
        config.put(key, value);
        return config;
    }

    private static Map<String, String> without(String key) {
        Map<String, String> config = new HashMap<>(GOOD);
        config.remove(key);
        return config;
    }
}
