package io.effectivelyonce.spine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;

class ValidatedConfigTest {
    private static final ConfigDef DEFINITIONS = new ConfigDef()
            .define("batch.size", ConfigDef.Type.INT, 5000, ConfigDef.Importance.LOW, "how many")
            .define("connection.url", ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "where");

    private final ValidatedConfig validated =
            new ValidatedConfig(DEFINITIONS.validate(Map.of("batch.size", "many", "connection.url", "jdbc:x")));

    @Test
    void whatTheDefinitionsFoundIsKept() {
        assertThat(validated.hasProblem("batch.size")).isTrue();
        assertThat(validated.hasProblem("connection.url")).isFalse();
        assertThat(validated.hasProblem("unheard.of")).isFalse();
        assertThat(validated.hasProblems()).isTrue();
    }

    @Test
    void aProblemHangsOnItsKeyBesideTheOthers() {
        validated.problem("batch.size", "too few");
        validated.problems(Map.of("connection.url", "nobody answers"));

        assertThat(value("batch.size").errorMessages()).hasSize(2).last().isEqualTo("too few");
        assertThat(value("connection.url").errorMessages()).containsExactly("nobody answers");
    }

    @Test
    void aKeyWithoutADefinitionGetsOneEntryWithoutItsValue() {
        validated.problem("conection.password", "did you mean connection.password?");
        validated.problem("conection.password", "again");

        assertThat(validated.config().configValues()).hasSize(3);
        assertThat(value("conection.password").value()).isNull();
        assertThat(value("conection.password").errorMessages()).hasSize(2);
        assertThat(validated.hasProblem("conection.password")).isTrue();
    }

    @Test
    void aRootCauseTakesThePlaceOfWhatFollowsFromIt() {
        validated.problemInstead("batch.size", "holds ${env:SIZE}");
        assertThat(value("batch.size").errorMessages()).containsExactly("holds ${env:SIZE}");
    }

    @Test
    void aConcealedValueIsNotAnswered() {
        validated.conceal("connection.url");
        assertThat(value("connection.url").value()).isNull();
    }

    @Test
    void nothingFoundIsNoProblem() {
        assertThat(new ValidatedConfig(List.of(new ConfigValue("a"))).hasProblems())
                .isFalse();
    }

    private ConfigValue value(String key) {
        return validated.config().configValues().stream()
                .filter(value -> value.name().equals(key))
                .findFirst()
                .orElseThrow();
    }
}
