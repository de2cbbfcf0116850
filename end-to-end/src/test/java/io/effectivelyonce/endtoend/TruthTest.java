package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TruthTest {
    private static final Order LAMPS =
            new Order("order-1", "ann", List.of(new Line("lamp", 2, 1000), new Line("bulb", 3, 50)));
    private static final Order BULBS = new Order("order-2", "bob", List.of(new Line("bulb", 4, 50)));

    @Test
    void aPaidOrderHasOneInvoiceOneEntryAndOneEmailOfItsTotal() {
        Truth truth = Truth.of(List.of(new Deed.Pay(LAMPS)));

        assertThat(truth.invoices()).containsExactly(entry("order-1", "ann 2150 cents"));
        assertThat(truth.emails()).isEqualTo(truth.invoices());
        assertThat(truth.ledger()).containsExactly(entry("order-1 sale", "2150 cents"));
    }

    @Test
    void aCancelledOrderKeepsItsInvoiceAndIsReversed() {
        Truth truth = Truth.of(List.of(new Deed.Pay(LAMPS), new Deed.Cancel(LAMPS)));

        assertThat(truth.invoices()).hasSize(1);
        assertThat(truth.ledger())
                .containsExactly(entry("order-1 sale", "2150 cents"), entry("order-1 reversal", "-2150 cents"));
    }

    @Test
    void everyLineMovesTheStockOfItsProduct() {
        Truth truth = Truth.of(List.of(new Deed.Pay(LAMPS), new Deed.Pay(BULBS), new Deed.Cancel(LAMPS)));

        assertThat(truth.inventory()).containsExactly(entry("lamp", new Stock(0, 2)), entry("bulb", new Stock(4, 3)));
    }

    @Test
    void aProductIsWhatItsNewestVersionSays() {
        Truth truth = Truth.of(List.of(
                new Deed.Change(new Product("lamp", 1, "Lamp", 1000)),
                new Deed.Change(new Product("lamp", 2, "Lamp", 900))));

        assertThat(truth.documents()).containsExactly(entry("lamp", "version 2: Lamp, 900 cents"));
    }

    private static <V> Map.Entry<String, V> entry(String key, V value) {
        return Map.entry(key, value);
    }
}
