package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.endtoend.audit.Breach;
import io.effectivelyonce.endtoend.audit.Finding;
import io.effectivelyonce.endtoend.audit.Verdict;
import io.effectivelyonce.endtoend.control.Breakage;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An audit that can't fail proves nothing. All these sinks read the same topics on a real worker, with the same poison, the same late
 * copies, and a death at the same event. Each is broken in one way, by its configuration or in the plugin of {@link
 * io.effectivelyonce.endtoend.control}, and must be caught by name; the shipped ones go through the same and must not be.
 */
@ExtendWith(SharedPipeline.class)
class ControlsIT {
    private static Controls controls;

    @BeforeAll
    static void allGoThroughTheSame(Pipeline pipeline) throws SQLException, IOException {
        controls = new Controls(pipeline);
        controls.shippedBooks("shipped", config -> {});
        controls.shippedBooks("no-claims", config -> config.put("dedupe.mode", "none"));
        for (Breakage breakage : Breakage.values()) {
            controls.books(breakage);
        }
        controls.shelf("shipped", config -> {});
        // an event that is published again has a new offset: whoever comes last wins
        controls.shelf("no-guard", config -> config.put("version.from", "offset"));
        controls.awaitEnd();
    }

    @AfterAll
    static void clear() {
        controls.close();
    }

    private static Verdict verdict(Breakage breakage) throws SQLException, IOException {
        return controls.verdictOnBooks(breakage.name().toLowerCase(Locale.ROOT));
    }

    /** The kinds of breaches that were found. */
    private static List<Breach> breaches(Verdict verdict) {
        return verdict.findings().stream()
                .map(Finding::breach)
                .distinct()
                .sorted()
                .toList();
    }

    private static void assertHolds(Verdict verdict) {
        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.examined())
                .allSatisfy(each -> assertThat(each.found()).isPositive());
    }

    @Test
    void theShippedSinksAreNotBlamed() throws Exception {
        assertHolds(controls.verdictOnBooks("shipped"));
        assertHolds(controls.verdictOnShelf("shipped"));
    }

    @Test
    void aSinkThatDiesAndIsNotBrokenIsNotBlamed() throws Exception {
        assertHolds(verdict(Breakage.NONE));
    }

    @Test
    void aSinkWithoutClaimsDoubles() throws Exception {
        assertThat(breaches(controls.verdictOnBooks("no-claims"))).contains(Breach.DOUBLED, Breach.UNCLAIMED);
    }

    @Test
    void aClaimInATransactionBeforeTheRowsLosesThem() throws Exception {
        // a rejected event's claim is committed as well
        assertThat(breaches(verdict(Breakage.CLAIM_BEFORE_ROWS)))
                .contains(Breach.LOST, Breach.FALSELY_CLAIMED)
                .doesNotContain(Breach.DOUBLED);
    }

    @Test
    void aClaimInATransactionAfterTheRowsDoublesThem() throws Exception {
        assertThat(breaches(verdict(Breakage.CLAIM_AFTER_ROWS)))
                .contains(Breach.DOUBLED)
                .doesNotContain(Breach.LOST, Breach.UNCLAIMED);
    }

    @Test
    void aClaimThatIsKeptForARejectedEventIsFalse() throws Exception {
        assertThat(breaches(verdict(Breakage.CLAIM_OF_REJECTED))).containsExactly(Breach.FALSELY_CLAIMED);
    }

    @Test
    void anOffsetThatIsCommittedBeforeTheWriteLosesEvents() throws Exception {
        assertThat(breaches(verdict(Breakage.OFFSET_BEFORE_WRITE)))
                .contains(Breach.LOST, Breach.UNCLAIMED)
                .doesNotContain(Breach.DOUBLED);
    }

    @Test
    void anEventThatIsRejectedBecauseTheServerWasGoneIsWronglyRejected() throws Exception {
        assertThat(breaches(verdict(Breakage.OUTAGE_IS_POISON))).contains(Breach.WRONGLY_REJECTED);
    }

    @Test
    void twoErrorsThatCancelEachOtherOutInTheSumAreWrong() throws Exception {
        Verdict verdict = verdict(Breakage.ERRORS_THAT_CANCEL_OUT);

        assertThat(breaches(verdict)).containsExactly(Breach.WRONG);
        assertThat(verdict.findings()).extracting(Finding::where).containsOnly("table movements");
    }

    @Test
    void documentsWithoutTheGuardMoveBackToOldVersions() throws Exception {
        Verdict verdict = controls.verdictOnShelf("no-guard");

        assertThat(breaches(verdict)).contains(Breach.STALE_APPLIED);
        assertThat(verdict.findings())
                .filteredOn(finding -> finding.breach() == Breach.STALE_APPLIED)
                .extracting(Finding::what)
                .anySatisfy(what -> assertThat(what).startsWith("garland"))
                .anySatisfy(what -> assertThat(what).startsWith("lamp"));
    }
}
