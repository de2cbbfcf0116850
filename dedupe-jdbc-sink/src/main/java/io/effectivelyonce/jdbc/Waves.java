package io.effectivelyonce.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows in groups in which no key occurs twice, for one statement can't change a row twice: the n-th row with a key is in the
 * n-th group, so the rows of a key keep their order.
 */
final class Waves {
    private Waves() {}

    /**
     * Divides the rows.
     *
     * @param key the places of a row that make its key; none if rows don't meet. A null in it makes a key of its own
     */
    static List<List<List<String>>> of(List<List<String>> rows, List<Integer> key) {
        if (key.isEmpty()) {
            return List.of(rows);
        }
        List<List<List<String>>> waves = new ArrayList<>();
        Map<List<String>, Integer> met = new HashMap<>();
        for (List<String> row : rows) {
            List<String> values = new ArrayList<>(key.size());
            key.forEach(place -> values.add(row.get(place)));
            int wave = values.contains(null) ? 0 : met.merge(values, 1, Integer::sum) - 1;
            if (wave == waves.size()) {
                waves.add(new ArrayList<>());
            }
            waves.get(wave).add(row);
        }
        return waves;
    }
}
