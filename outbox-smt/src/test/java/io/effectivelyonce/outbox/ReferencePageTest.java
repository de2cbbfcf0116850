package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.spine.config.OptionPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReferencePageTest {
    private static final String INTRODUCTION = """
            # Options of outbox-smt

            `transforms.NAME.type` is `%s`, and each key below stands behind `transforms.NAME.`.

            This page is written from the option definitions; a test compares the two. Which of them are EventRouter's, and what differs,
            tells [from-eventrouter.md](../from-eventrouter.md).
            """.formatted(OutboxEventRouter.class.getName());

    @Test
    void thePageSaysWhatTheDefinitionsSay() throws IOException {
        OptionPage page = new OptionPage("outbox-smt", INTRODUCTION, Options.DEFINITION);
        assertThat(page.written()).as(page.remedy()).isEqualTo(page.text());
    }
}
