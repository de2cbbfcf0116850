package io.effectivelyonce.endtoend;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * How one table, topic or index compares with the truth.
 *
 * @param what the table, topic or index
 * @param expected how many facts there must be
 * @param arrived how many are there
 * @param lost what must be there and isn't, one entry per missing fact
 * @param doubled what is there again, one entry per surplus fact
 * @param wrong what says something else than it must, or must not be there at all
 */
record Comparison(
        String what, long expected, long arrived, List<String> lost, List<String> doubled, List<String> wrong) {
    Comparison {
        lost = List.copyOf(lost);
        doubled = List.copyOf(doubled);
        wrong = List.copyOf(wrong);
    }

    /** Compares facts of which each must be there once. */
    static Comparison ofFacts(String what, Map<String, String> truth, List<Fact> arrived) {
        List<String> doubled = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Fact fact : arrived) {
            String due = truth.get(fact.key());
            if (due == null) {
                wrong.add(fact.key() + ": nobody expects it");
            } else if (!seen.add(fact.key())) {
                doubled.add(fact.key());
            } else if (!due.equals(fact.content())) {
                wrong.add(fact.key() + ": must be " + due + ", is " + fact.content());
            }
        }
        List<String> lost =
                truth.keySet().stream().filter(key -> !seen.contains(key)).toList();
        return new Comparison(what, truth.size(), arrived.size(), lost, doubled, wrong);
    }

    /** Compares sums by their movements; a sum that is wrong although the number of its movements is right counts as wrong. */
    static Comparison ofStock(String what, Map<String, Stock> truth, Map<String, Stock> arrived) {
        List<String> lost = new ArrayList<>();
        List<String> doubled = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        Set<String> skus = new TreeSet<>(truth.keySet());
        skus.addAll(arrived.keySet());
        for (String sku : skus) {
            Stock due = truth.getOrDefault(sku, Stock.NONE);
            Stock is = arrived.getOrDefault(sku, Stock.NONE);
            LongStream.range(is.movements(), due.movements()).forEach(movement -> lost.add(sku));
            LongStream.range(due.movements(), is.movements()).forEach(movement -> doubled.add(sku));
            if (due.movements() == is.movements() && due.reserved() != is.reserved()) {
                wrong.add(sku + ": must be " + due.reserved() + " reserved, is " + is.reserved());
            }
        }
        return new Comparison(what, movements(truth), movements(arrived), lost, doubled, wrong);
    }

    private static long movements(Map<String, Stock> stocks) {
        return stocks.values().stream().mapToLong(Stock::movements).sum();
    }

    /** Tells whether everything is there, once, and right. */
    boolean holds() {
        return lost.isEmpty() && doubled.isEmpty() && wrong.isEmpty();
    }
}
