package io.effectivelyonce.spine;

import io.effectivelyonce.spine.Interleaving.Kind;
import io.effectivelyonce.spine.Interleaving.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The laws of the offsets, whatever happens in whatever order. */
class InterleavingsTest {

    @Property(tries = 2000)
    void whateverHappensNoCommitPassesAnOpenRecordAndEverythingArrivesInTheEnd(@ForAll("lives") List<Step> life) {
        Interleaving interleaving = new Interleaving();
        interleaving.run(life);
        interleaving.runToTheEnd();
    }

    @Provide
    Arbitrary<List<Step>> lives() {
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(10, Kind.APPEND),
                Tuple.of(10, Kind.POLL),
                Tuple.of(10, Kind.SETTLE),
                Tuple.of(2, Kind.FIND_FAULT),
                Tuple.of(3, Kind.REPORT_COMPLETES),
                Tuple.of(1, Kind.REPORT_FAILS),
                Tuple.of(4, Kind.ASSIGN),
                Tuple.of(1, Kind.REVOKE),
                Tuple.of(1, Kind.LOSE),
                Tuple.of(1, Kind.REBALANCE_EAGERLY),
                Tuple.of(5, Kind.COMMIT),
                Tuple.of(1, Kind.COMMIT_IN_VAIN),
                Tuple.of(1, Kind.CONNECT_GOES_BACK),
                Tuple.of(1, Kind.SERVER_FORGETS),
                Tuple.of(1, Kind.ANOTHER_TASK_WORKS),
                Tuple.of(1, Kind.STOP),
                Tuple.of(1, Kind.CRASH));
        Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 999);
        return Combinators.combine(kinds, numbers, numbers)
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }
}
