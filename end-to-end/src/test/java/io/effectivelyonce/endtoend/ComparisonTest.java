package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Map<String, String> TRUTH = Map.of("order-1", "ann 5 cents", "order-2", "bob 7 cents");
    private static final Fact FIRST = new Fact("order-1", "ann 5 cents");
    private static final Fact SECOND = new Fact("order-2", "bob 7 cents");

    @Test
    void everythingOnceAndRightHolds() {
        Comparison comparison = Comparison.ofFacts("invoices", TRUTH, List.of(SECOND, FIRST));

        assertThat(comparison.holds()).isTrue();
        assertThat(comparison.expected()).isEqualTo(2);
        assertThat(comparison.arrived()).isEqualTo(2);
    }

    @Test
    void whatIsMissingIsLost() {
        Comparison comparison = Comparison.ofFacts("invoices", TRUTH, List.of(FIRST));

        assertThat(comparison.lost()).containsExactly("order-2");
        assertThat(comparison.holds()).isFalse();
    }

    @Test
    void eachSurplusIsDoubled() {
        Comparison comparison = Comparison.ofFacts("invoices", TRUTH, List.of(FIRST, SECOND, FIRST, FIRST));

        assertThat(comparison.doubled()).containsExactly("order-1", "order-1");
        assertThat(comparison.holds()).isFalse();
    }

    @Test
    void aLossDoesNotHideBehindADouble() {
        Comparison comparison = Comparison.ofFacts("invoices", TRUTH, List.of(FIRST, FIRST));

        assertThat(comparison.arrived()).isEqualTo(comparison.expected());
        assertThat(comparison.lost()).containsExactly("order-2");
        assertThat(comparison.doubled()).containsExactly("order-1");
    }

    @Test
    void anotherAmountIsWrong() {
        Comparison comparison =
                Comparison.ofFacts("invoices", TRUTH, List.of(FIRST, new Fact("order-2", "bob 8 cents")));

        assertThat(comparison.wrong()).singleElement().asString().contains("order-2", "bob 7 cents", "bob 8 cents");
        assertThat(comparison.holds()).isFalse();
    }

    @Test
    void whatNobodyExpectsIsWrong() {
        Comparison comparison =
                Comparison.ofFacts("invoices", TRUTH, List.of(FIRST, SECOND, new Fact("order-3", "eve 9 cents")));

        assertThat(comparison.wrong()).singleElement().asString().contains("order-3");
        assertThat(comparison.holds()).isFalse();
    }

    @Test
    void aMissingMovementIsLostAndASurplusOneDoubled() {
        Map<String, Stock> truth = Map.of("lamp", new Stock(4, 2), "bulb", new Stock(3, 1));

        Comparison comparison =
                Comparison.ofStock("inventory", truth, Map.of("lamp", new Stock(2, 1), "bulb", new Stock(9, 3)));

        assertThat(comparison.lost()).containsExactly("lamp");
        assertThat(comparison.doubled()).containsExactly("bulb", "bulb");
        assertThat(comparison.wrong()).isEmpty();
    }

    @Test
    void anOrderReservedTwiceAndReleasedTwiceIsSeenAlthoughTheSumIsRight() {
        Comparison comparison =
                Comparison.ofStock("inventory", Map.of("lamp", new Stock(0, 2)), Map.of("lamp", new Stock(0, 4)));

        assertThat(comparison.doubled()).hasSize(2);
    }

    @Test
    void aWrongSumWithTheRightMovementsIsWrong() {
        Comparison comparison =
                Comparison.ofStock("inventory", Map.of("lamp", new Stock(4, 2)), Map.of("lamp", new Stock(5, 2)));

        assertThat(comparison.wrong()).singleElement().asString().contains("lamp", "4", "5");
        assertThat(comparison.holds()).isFalse();
    }

    @Test
    void aProductThatWasNeverMovedMustNotBeInTheInventory() {
        Comparison comparison = Comparison.ofStock("inventory", Map.of(), Map.of("lamp", new Stock(1, 1)));

        assertThat(comparison.doubled()).containsExactly("lamp");
    }
}
