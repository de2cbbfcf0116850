package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The expanded payload for converters that write no schemas. */
class SchemalessExpansionTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void objectsAreMapsAndArraysAreListsWithAllThatIsInThem() {
        SourceRecord event = route("{\"a\":[1,\"x\",null,[]],\"e\":{},\"big\":9223372036854775807,\"f\":0.1}");

        assertThat(event.valueSchema()).isNull();
        assertThat(event.value())
                .isEqualTo(Map.of(
                        "a", Arrays.asList(1L, "x", null, List.of()), "e", Map.of(), "big", Long.MAX_VALUE, "f", 0.1));
        assertThat(route("{\"n\":null}").value()).isEqualTo(Collections.singletonMap("n", null));
        assertThat(route("[]").value()).isEqualTo(List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":9223372036854775808}",
                "{\"a\":0.1234567890123456789012345}",
                "{\"a\":1e400}",
                "{\"a\":1,\"a\":2}",
                "{} x",
                " {}",
                "text",
            })
    void aTextThatWouldLoseSomethingStaysAText(String text) {
        SourceRecord event = route(text);

        assertThat(event.value()).isEqualTo(text);
        assertThat(event.valueSchema()).isEqualTo(Envelopes.JSON);
    }

    @Property(tries = 2_000)
    void whatJsonConverterWritesIsTheDocumentThatWasThere(@ForAll("documents") String document) throws IOException {
        SourceRecord event = route(document);
        JsonConverter converter = new JsonConverter();
        converter.configure(Map.of("schemas.enable", "false"), false);

        JsonNode written = JSON.readTree(converter.fromConnectData("t", event.valueSchema(), event.value()));

        if (event.valueSchema() == null) {
            assertThat(written).isEqualTo(JSON.readTree(document));
        } else {
            assertThat(written.textValue()).isEqualTo(document);
        }
    }

    @Provide
    Arbitrary<String> documents() {
        return Arbitraries.randomValue(random -> JsonDocuments.draw(random).toString());
    }

    private static SourceRecord route(String payload) {
        return Routers.route(
                Envelopes.row().with("payload", Envelopes.JSON, payload),
                "table.expand.json.payload",
                "true",
                "table.expand.json.payload.form",
                "schemaless");
    }
}
