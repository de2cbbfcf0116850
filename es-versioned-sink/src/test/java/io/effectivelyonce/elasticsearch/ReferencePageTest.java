package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.config.OptionPage;
import java.io.IOException;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** The reference page is what the definitions say. {@code -Ddocs.write} writes it anew. */
class ReferencePageTest {
    private static final String HEAD = """
            # Options of es-versioned-sink

            `connector.class` is `CLASS`.

            This page is written from the option definitions; a test compares the two. [The guide](../elasticsearch-sink.md) tells how they
            go together, [another page](../from-confluent-elasticsearch.md) what becomes of Confluent's.
            """.replace("CLASS", VersionedElasticsearchSinkConnector.class.getName());

    private final ConfigDef options = Options.definitions();

    @Test
    void thePageSaysWhatTheDefinitionsSay() throws IOException {
        OptionPage page = new OptionPage("es-versioned-sink", HEAD, options);
        assertThat(page.written()).as(page.remedy()).isEqualTo(page.text());
    }

    @Test
    void everyOptionHasAGroupAndWordsToPrintAndOffersItsValuesWhereTheyAreKnown() {
        assertThat(options.configKeys().values()).allSatisfy(key -> {
            assertThat(key.group).as(key.name).isNotEmpty();
            assertThat(key.documentation).as(key.name).hasSizeGreaterThan(20).endsWith(".");
            assertThat(key.recommender)
                    .as(key.name)
                    .isEqualTo(key.validator instanceof ConfigDef.Recommender known ? known : null);
        });
    }
}
