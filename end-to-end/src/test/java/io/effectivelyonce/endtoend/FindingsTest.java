package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FindingsTest {
    private static final Map<String, String> TRUTH = Map.of("order-1", "ann 5 cents");
    private static final Fact FACT = new Fact("order-1", "ann 5 cents");
    private static final Comparison GOOD = Comparison.ofFacts("table invoices", TRUTH, List.of(FACT));
    private static final Comparison LOST = Comparison.ofFacts("table invoices", TRUTH, List.of());
    private static final Comparison DOUBLED = Comparison.ofFacts("table invoices", TRUTH, List.of(FACT, FACT));
    private static final Comparison WRONG =
            Comparison.ofFacts("table invoices", TRUTH, List.of(new Fact("order-1", "ann 6 cents")));

    @Test
    void theLawsHoldIfNothingIsAmissAndTheControlShowsTheFaults() {
        Findings findings = new Findings(List.of(GOOD, GOOD), GOOD, DOUBLED, List.of());

        assertThat(findings.hold()).isTrue();
        assertThat(findings.complaints()).isEmpty();
    }

    @Test
    void aLostEffectBreaksThemAndIsNamed() {
        Findings findings = new Findings(List.of(GOOD, LOST), GOOD, DOUBLED, List.of());

        assertThat(findings.hold()).isFalse();
        assertThat(findings.lost()).isEqualTo(1);
        assertThat(findings.complaints()).containsExactly("table invoices: lost: order-1");
    }

    @Test
    void aDoubledEffectBreaksThemAndIsNamed() {
        Findings findings = new Findings(List.of(DOUBLED), GOOD, DOUBLED, List.of());

        assertThat(findings.hold()).isFalse();
        assertThat(findings.doubled()).isEqualTo(1);
        assertThat(findings.complaints()).containsExactly("table invoices: doubled: order-1");
    }

    @Test
    void anEffectThatSaysSomethingElseCountsAsLost() {
        Findings findings = new Findings(List.of(WRONG), GOOD, DOUBLED, List.of());

        assertThat(findings.hold()).isFalse();
        assertThat(findings.lost()).isEqualTo(1);
    }

    @Test
    void aDocumentThatIsWrongOrMissingBreaksThem() {
        assertThat(new Findings(List.of(GOOD), WRONG, DOUBLED, List.of()).hold())
                .isFalse();
        assertThat(new Findings(List.of(GOOD), LOST, DOUBLED, List.of()).wrongDocuments())
                .isEqualTo(1);
    }

    @Test
    void aDeadLetterBreaksThem() {
        Findings findings = new Findings(List.of(GOOD), GOOD, DOUBLED, List.of("dead-letters.business-0@0"));

        assertThat(findings.hold()).isFalse();
        assertThat(findings.complaints()).containsExactly("dead letters: dead-letters.business-0@0");
    }

    @Test
    void aControlWithoutDoublesProvesNothing() {
        Findings findings = new Findings(List.of(GOOD), GOOD, GOOD, List.of());

        assertThat(findings.hold()).isFalse();
        assertThat(findings.complaints()).singleElement().asString().contains("control");
    }
}
