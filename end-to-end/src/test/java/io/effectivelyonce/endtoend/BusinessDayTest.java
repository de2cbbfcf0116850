package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BusinessDayTest {
    @Property(tries = 50)
    void theSameSeedMakesTheSameDay(@ForAll long seed) {
        assertThat(BusinessDay.of(30, new Random(seed))).isEqualTo(BusinessDay.of(30, new Random(seed)));
    }

    @Property(tries = 50)
    void everyOrderIsPaidOnceWithOneToFiveLines(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int orders) {
        List<Order> paid = BusinessDay.of(orders, new Random(seed)).stream()
                .filter(Deed.Pay.class::isInstance)
                .map(deed -> ((Deed.Pay) deed).order())
                .toList();

        assertThat(paid).hasSize(orders).doesNotHaveDuplicates();
        assertThat(paid).allSatisfy(order -> {
            assertThat(order.lines()).hasSizeBetween(1, 5);
            assertThat(order.lines()).extracting(Line::sku).doesNotHaveDuplicates();
        });
    }

    @Property(tries = 50)
    void theVersionsOfEachAggregateRiseByOneFromOne(@ForAll long seed) {
        Map<String, Long> newest = new HashMap<>();

        for (Deed deed : BusinessDay.of(100, new Random(seed))) {
            long before = newest.getOrDefault(deed.aggregateId(), 0L);
            assertThat(deed.version()).isEqualTo(before + 1);
            newest.put(deed.aggregateId(), deed.version());
        }
    }
}
