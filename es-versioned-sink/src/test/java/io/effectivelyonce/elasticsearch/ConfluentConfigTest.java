package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;

/** The configuration for people who stay on Confluent's sink: the same thing, and a valid one here under the other class. */
class ConfluentConfigTest {
    private static final Path CONFIGS = Path.of("..", "connect-configs");

    @Test
    void itIsTakenHereWithNothingButTheClassNameChanged() throws IOException {
        Map<String, String> config = config("confluent/sink-products.json");
        assertThat(config)
                .containsEntry("connector.class", "io.confluent.connect.elasticsearch.ElasticsearchSinkConnector");
        config.put("connector.class", VersionedElasticsearchSinkConnector.class.getName());
        config.put("connection.url", "http://127.0.0.1:1");
        config.put("connection.validate", "false");
        assertThat(new VersionedElasticsearchSinkConnector().validate(config).configValues())
                .flatExtracting(ConfigValue::errorMessages)
                .isEmpty();
        assertThat(new ElasticsearchSinkConfig(config).versionFrom().canonical())
                .isEqualTo(config("sink-products.json").get("version.from"));
    }

    @Test
    void theHeaderIsTheOneThatTheOutboxTransformWrites() throws IOException {
        String header = config("confluent/sink-products.json").get("external.version.header");
        assertThat(config("source-outbox.json")).containsEntry("transforms.outbox.table.field.event.version", header);
        assertThat(config("confluent/sink-products.json"))
                .containsEntry("topics", config("sink-products.json").get("topics"));
    }

    private static Map<String, String> config(String file) throws IOException {
        JsonNode document = new ObjectMapper().readTree(CONFIGS.resolve(file).toFile());
        Map<String, String> config = new HashMap<>();
        document.path("config")
                .properties()
                .forEach(option -> config.put(option.getKey(), option.getValue().asText()));
        config.put("name", document.path("name").asText());
        return config;
    }
}
