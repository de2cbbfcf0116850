package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.JdbcEvent.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** In which order the runs of a transaction reach the database. Every sort is stable: equal runs stay in event order. */
enum RunOrder {
    /** Event by event; only neighbouring runs of one statement change places, where the user names a sort key. */
    EVENT {
        @Override
        List<Call> arrange(List<Call> inEventOrder) {
            List<Call> runs = new ArrayList<>(inEventOrder);
            int from = 0;
            for (int at = 1; at <= runs.size(); at++) {
                if (at == runs.size()
                        || runs.get(at).statement().position()
                                != runs.get(from).statement().position()) {
                    if (runs.get(from).statement().sorts()) {
                        runs.subList(from, at).sort(Comparator.comparing(Call::sortKey));
                    }
                    from = at;
                }
            }
            return runs;
        }
    },

    /** Statement by statement, each sorted by its key if it has one. */
    STATEMENT {
        @Override
        List<Call> arrange(List<Call> inEventOrder) {
            List<Call> runs = new ArrayList<>(inEventOrder);
            runs.sort(Comparator.comparingInt((Call run) -> run.statement().position())
                    .thenComparing(Call::sortKey));
            return runs;
        }
    };

    static RunOrder of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    abstract List<Call> arrange(List<Call> inEventOrder);
}
