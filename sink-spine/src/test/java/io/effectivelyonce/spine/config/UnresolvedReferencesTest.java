package io.effectivelyonce.spine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnresolvedReferencesTest {

    @Test
    void theReferenceIsNamedAndNothingElseOfTheValue() {
        assertThat(problems("connection.url", "http://secret@${env:ES_HOST}:9200")
                        .get("connection.url"))
                .contains("${env:ES_HOST}", "config provider named 'env'")
                .doesNotContain("secret");
        assertThat(problems("connection.url", "${file:/secrets.properties:url}").get("connection.url"))
                .contains("${file:/secrets.properties:url}");
    }

    @Test
    void placesWithoutAColonAndKeysOfOthersPass() {
        assertThat(problems("connection.url", "${topic}-${timestamp.yyyy-MM}")).isEmpty();
        assertThat(problems("transforms.x.field", "${env:ES_HOST}")).isEmpty();
        Map<String, String> withNull = new HashMap<>();
        withNull.put("connection.url", null);
        assertThat(UnresolvedReferences.in(withNull, key -> true)).isEmpty();
    }

    private static Map<String, String> problems(String key, String value) {
        return UnresolvedReferences.in(Map.of(key, value), ours -> ours.startsWith("connection."));
    }
}
