package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.config.OptionPage;
import java.io.IOException;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** The reference page is what the definitions say. {@code -Ddocs.write} writes it anew. */
class ReferencePageTest {
    private static final String HEAD = """
            # Options of dedupe-jdbc-sink

            `connector.class` is `CLASS`.

            This page is written from the option definitions; a test compares the two. How to write statements tells
            [jdbc-statements.md](../jdbc-statements.md).
            """.replace("CLASS", DedupeJdbcSinkConnector.class.getName());

    @Test
    void thePageSaysWhatTheDefinitionsSay() throws IOException {
        ConfigDef options = JdbcSinkOptions.fixed();
        StatementOptions.define(options, "NAME");
        OptionPage page = new OptionPage("dedupe-jdbc-sink", HEAD, options);
        assertThat(page.written()).as(page.remedy()).isEqualTo(page.text());
    }
}
