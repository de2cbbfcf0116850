package io.effectivelyonce.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tests that pages name as proofs exist. */
class GuaranteesPageTest {
    private static final Pattern PROOF = Pattern.compile("`([A-Z][A-Za-z0-9]*(?:Test|IT))(?:\\.([a-z][A-Za-z0-9]*))?`");
    private static final Pattern LAW = Pattern.compile("(?m)^## \\d+\\. .*$");

    @Test
    void everyLawNamesATestThatIsThere() throws IOException {
        Map<String, String> tests = Sources.of("test");
        String page = Sources.page("guarantees.md");
        List<MatchResult> laws = LAW.matcher(page).results().toList();

        assertThat(laws).hasSize(11);
        for (MatchResult law : laws) {
            String section = page.substring(law.end(), page.indexOf("\n## ", law.end()));
            assertThat(PROOF.matcher(section).results().filter(proof -> proof.group(2) != null))
                    .as(law.group())
                    .isNotEmpty();
        }
        assertThat(PROOF.matcher(page).results()).allSatisfy(proof -> exists(tests, proof));
    }

    private static void exists(Map<String, String> tests, MatchResult proof) {
        assertThat(tests).containsKey(proof.group(1));
        if (proof.group(2) != null) {
            assertThat(tests.get(proof.group(1)))
                    .as(proof.group())
                    .containsPattern("\\bvoid " + Pattern.quote(proof.group(2)) + "\\(");
        }
    }
}
