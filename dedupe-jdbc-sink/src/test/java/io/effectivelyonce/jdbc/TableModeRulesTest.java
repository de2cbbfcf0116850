package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableModeRulesTest {

    private static Map<String, String> right() {
        Map<String, String> config = new HashMap<>();
        config.put("name", "orders");
        config.put("connector.class", DedupeJdbcSinkConnector.class.getName());
        config.put("topics", "orders");
        config.put("connection.url", "jdbc:postgresql://localhost/shop");
        config.put("connection.validate", "false");
        config.put("insert.mode", "upsert");
        config.put("pk.mode", "record_key");
        config.put("pk.fields", "id");
        config.put("delete.enabled", "true");
        config.put("version.from", "header.version");
        config.put("version.column", "version");
        return config;
    }

    private static List<ConfigValue> validate(Map<String, String> config) {
        return new DedupeJdbcSinkConnector().validate(config).configValues();
    }

    private static String problems(Map<String, String> config, String key) {
        return validate(config).stream()
                .filter(value -> value.name().equals(key))
                .flatMap(value -> value.errorMessages().stream())
                .toList()
                .toString();
    }

    @Test
    void aRightConfigurationHasNoProblem() {
        assertThat(validate(right())).allMatch(value -> value.errorMessages().isEmpty());
        assertThat(JdbcSinkConfig.of(right()).table()).isPresent();
    }

    @Test
    void aConfigurationOfConfluentsSinkWorksAsItIs() {
        Map<String, String> config = right();
        config.keySet().removeIf(key -> key.startsWith("version"));
        config.put("auto.create", "true");
        config.put("auto.evolve", "true");
        config.put("quote.sql.identifiers", "ALWAYS");
        config.put("table.name.format", "app.${topic}");
        config.put("max.retries", "10");
        config.put("batch.size", "3000");
        assertThat(validate(config)).allMatch(value -> value.errorMessages().isEmpty());
    }

    @Test
    void withoutStatementsAndRowsNothingIsGuessed() {
        Map<String, String> config = right();
        config.keySet()
                .retainAll(List.of("name", "connector.class", "topics", "connection.url", "connection.validate"));
        assertThat(problems(config, "statements"))
                .contains("statements is missing")
                .contains("insert.mode");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pk.mode|none|needs a key",
                "pk.mode|kafka|must name three",
                "pk.mode|value|record_value",
                "insert.mode|merge|upsert",
                "insert.mode|insert|upsert or update",
                "insert.mod|upsert|did you mean",
                "pk.fields|id,id|twice",
                "pk.fields|version|version.column",
                "table.name.format|a.b.c.${topic}|4 names",
                "table.name.format|app.|empty",
                "table.name.format|app\".x|badly quoted",
                "topics|a.b.c.d|Quote",
                "quote.sql.identifiers|sometimes|never",
                "delete.enabled|maybe|true or false",
                "delete.mode|lazy|soft",
                "soft.delete.column|gone|delete.mode is hard",
                "delete.when.from|value.x|delete.when.in is empty",
                "delete.when.from|nonsense|start with",
                "version.from|nonsense|start with",
                "version.column||version.from",
                "version.from||version.column",
                "guard.table.name|a.b.c|schema.table",
                "behavior.on.missing.row|skip|ignore",
                "field.exclude.list|x|fields.whitelist",
                "schema.evolution|basic|auto.create",
            })
    void aWrongOptionIsRefusedWhereItIsCaused(String key, String value, String message) {
        Map<String, String> config = right();
        config.put(key, value == null ? "" : value);
        assertThat(validate(config).stream()
                        .flatMap(one -> one.errorMessages().stream())
                        .toList()
                        .toString())
                .contains(message);
        assertThatThrownBy(() -> JdbcSinkConfig.of(config)).isInstanceOf(ConfigException.class);
    }

    @Test
    void aDeletionNeedsAKeyThatItHas() {
        Map<String, String> config = right();
        config.put("pk.mode", "record_value");
        assertThat(problems(config, "delete.enabled")).contains("delete.when.in");
        config.put("delete.when.in", "OrderDeleted");
        assertThat(problems(config, "delete.enabled")).isEqualTo("[]");
    }

    @Test
    void howToDeleteHasNoMeaningWhereNothingIsDeleted() {
        Map<String, String> config = right();
        config.remove("delete.enabled");
        config.put("delete.mode", "soft");
        assertThat(problems(config, "delete.mode")).contains("delete.enabled is false");
    }
}
