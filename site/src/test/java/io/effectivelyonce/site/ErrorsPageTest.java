package io.effectivelyonce.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The messages on the page of errors are those of the code. */
class ErrorsPageTest {
    /** A row of a table whose first cell is a message. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\|$");

    /** Literals that are put together over several lines. */
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

    private static final int ENOUGH = 4;

    @Test
    void everyMessageOnThePageIsOneThatTheCodeHas() throws IOException {
        String code = JOINT.matcher(String.join("\n", Sources.of("main").values()))
                .replaceAll("")
                .replace("\\\"", "\"");
        List<String> messages = messages();

        assertThat(messages).hasSizeGreaterThan(40).doesNotHaveDuplicates();
        assertThat(messages).allSatisfy(message -> {
            List<String> parts = parts(message);
            assertThat(parts).as(message).isNotEmpty();
            assertThat(parts).allSatisfy(part -> assertThat(code).contains(part));
        });
    }

    /** What changes in a message stands as three dots on the page. */
    private static List<String> parts(String message) {
        return Pattern.compile("\\s*\\.\\.\\.\\s*")
                .splitAsStream(message)
                .filter(part -> part.length() >= ENOUGH)
                .toList();
    }

    private static List<String> messages() throws IOException {
        Matcher rows = ROW.matcher(Sources.page("errors.md"));
        return rows.results().map(row -> row.group(1)).toList();
    }
}
