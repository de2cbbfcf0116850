package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.jdbc.JdbcEvent.Call;
import io.effectivelyonce.spine.EventReader;
import io.effectivelyonce.spine.select.Selected;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;

class RunOrderTest {
    private static final Map<String, String> CONFIG = Map.of(
            "name", "orders",
            "connection.url", "jdbc:postgresql://localhost/shop",
            "statements", "stock,ledger",
            "statements.stock.sql", "UPDATE stock SET n = n - 1 WHERE sku = :sku",
            "statements.stock.when.in", "Both,Stock",
            "statements.stock.order.by", "value.sku",
            "statements.ledger.sql", "INSERT INTO ledger VALUES (:sku)",
            "statements.ledger.when.in", "Both,Ledger");

    /** Runs as "statement sku offset", in the order of a transaction with these events. */
    private static String arranged(RunOrder order, String... events) {
        JdbcEventReader reader = new JdbcEventReader(JdbcSinkConfig.of(CONFIG));
        List<Call> runs = new ArrayList<>();
        IdentityHashMap<Call, String> names = new IdentityHashMap<>();
        for (int n = 0; n < events.length; n++) {
            String[] event = events[n].split(" ", -1);
            var read = (EventReader.Event<JdbcEvent>)
                    reader.read(Events.event(n, Events.id(n), event[0], Map.of("sku", event[1], "n", n)));
            for (Call call : read.event().calls()) {
                names.put(call, call.statement() + " " + event[1] + n);
                runs.add(call);
            }
        }
        return order.arrange(runs).stream().map(names::get).collect(Collectors.joining(", "));
    }

    @Test
    void neighbouringRunsOfOneStatementAreSortedAndEqualOnesKeepTheirOrder() {
        assertThat(arranged(RunOrder.EVENT, "Stock b", "Stock a", "Stock c", "Stock a"))
                .isEqualTo("stock a1, stock a3, stock b0, stock c2");
    }

    @Test
    void runsOfOtherStatementsInBetweenAreNotMoved() {
        assertThat(arranged(RunOrder.EVENT, "Stock b", "Stock a", "Ledger x", "Stock b", "Stock a", "Ledger a"))
                .isEqualTo("stock a1, stock b0, ledger x2, stock a4, stock b3, ledger a5");
        assertThat(arranged(RunOrder.EVENT, "Both b", "Both a")).isEqualTo("stock b0, ledger b0, stock a1, ledger a1");
    }

    @Test
    void aStatementWithoutSortKeyKeepsEventOrder() {
        assertThat(arranged(RunOrder.EVENT, "Ledger b", "Ledger a")).isEqualTo("ledger b0, ledger a1");
        assertThat(arranged(RunOrder.EVENT)).isEmpty();
    }

    @Test
    void statementByStatementEachIsSortedByItsOwnKey() {
        assertThat(arranged(RunOrder.STATEMENT, "Both b", "Ledger a", "Both a", "Stock b"))
                .isEqualTo("stock a2, stock b0, stock b3, ledger b0, ledger a1, ledger a2");
    }

    private static SortKey key(Object... values) {
        return SortKey.of(Arrays.stream(values)
                .map(value -> Selected.of(value instanceof byte[] ? Schema.BYTES_SCHEMA : null, value))
                .toList());
    }

    @Test
    void nullComesBeforeNumbersByTheirValueAndThoseBeforeTexts() {
        List<SortKey> keys = new ArrayList<>(List.of(
                key("9"), key("10"), key(10L), key(9), key(new BigDecimal("9.5")), key((Object) null), key(1.5f)));
        keys.sort(null);
        assertThat(keys)
                .containsExactly(
                        key((Object) null),
                        key(1.5f),
                        key(9),
                        key(new BigDecimal("9.5")),
                        key(10L),
                        key("10"),
                        key("9"));
        assertThat(key("a", 1)).isLessThan(key("a", 2));
        assertThat(key(Double.NaN)).isGreaterThan(key(Double.MAX_VALUE));
    }

    @Test
    void oneRowHasOneSortKeyInWhateverObjectItComes() {
        assertThat(key(7)).isEqualByComparingTo(key(7L)).isEqualByComparingTo(key(new BigDecimal("7.0")));
        assertThat(key((Object) new byte[] {1, 2})).isEqualByComparingTo(key((Object) new byte[] {1, 2}));
    }
}
