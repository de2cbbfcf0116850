package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.debezium.transforms.outbox.EventRouter;
import io.effectivelyonce.outbox.row.RowFault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;

/** The released EventRouter and this transform side by side: the same records in, the same records out. */
class SameAsEventRouterTest {
    private static final Tally TALLY = new Tally();

    @Property(tries = 15_000, shrinking = ShrinkingMode.OFF)
    void everyRecordBecomesWhatEventRouterMakesOfIt(@ForAll("scenarios") Scenario scenario) {
        Transformation<SourceRecord> ours = ours(scenario.options());
        Transformation<SourceRecord> theirs = theirs(scenario.options());
        for (SourceRecord record : scenario.records()) {
            if (scenario.hasEnvelope()) {
                // EventRouter keeps the first aggregate type's schema name for all that follow; a fresh one has nothing
                // to keep
                theirs = theirs(scenario.options());
            }
            Outcome expected = Outcome.of(theirs, copy(record));
            SourceRecord input = copy(record);
            Outcome actual = Outcome.of(ours, input);

            assertThat(input).as("the input, untouched").isEqualTo(record);
            requireSame(scenario.options(), record, expected, actual);
        }
    }

    @AfterContainer
    static void everythingCameUpOftenEnoughToMeanSomething() {
        System.out.println("Compared with EventRouter: " + TALLY);
        assertThat(TALLY.total()).isGreaterThanOrEqualTo(100_000);
        assertThat(TALLY.of("Event")).isGreaterThan(TALLY.total() / 2);
        assertThat(List.of("Dropped", "Passed", "Failed"))
                .allSatisfy(outcome -> assertThat(TALLY.of(outcome)).isGreaterThan(TALLY.total() / 100));
        assertThat(IntendedDifference.ALL)
                .allSatisfy(
                        difference -> assertThat(TALLY.of(difference.name())).isGreaterThan(10));
    }

    @Provide
    Arbitrary<Scenario> scenarios() {
        return Arbitraries.randomValue(Scenarios::draw);
    }

    private static void requireSame(Map<String, String> options, SourceRecord record, Outcome theirs, Outcome ours) {
        if (ours instanceof Outcome.Failed failed && !(failed.cause() instanceof RowFault)) {
            fail("Not a fault of the row: %s%n%s%n%s", options, record, failed.cause());
        }
        if (ours instanceof Outcome.Event event) {
            assertThat(event.agreesWithItsSchemas())
                    .as("values agree with schemas: %s", event)
                    .isTrue();
        }
        Optional<IntendedDifference> intended = IntendedDifference.ALL.stream()
                .filter(difference -> difference.explains(theirs, ours))
                .findFirst();
        if (intended.isPresent()) {
            TALLY.count(intended.get().name());
            return;
        }
        TALLY.count(ours.getClass().getSimpleName());
        List<String> differences = ours instanceof Outcome.Event mine && theirs instanceof Outcome.Event original
                ? mine.differencesTo(original)
                : List.of();
        if (ours.getClass() != theirs.getClass() || !differences.isEmpty()) {
            fail("Differs %s%nunder %s%nfor %s%nEventRouter %s%nours %s", differences, options, record, theirs, ours);
        }
    }

    private static Transformation<SourceRecord> ours(Map<String, String> options) {
        Transformation<SourceRecord> router = new OutboxEventRouter<>();
        router.configure(options);
        return router;
    }

    private static Transformation<SourceRecord> theirs(Map<String, String> options) {
        Transformation<SourceRecord> router = new EventRouter<>();
        router.configure(options);
        return router;
    }

    private static SourceRecord copy(SourceRecord record) {
        return record.newRecord(
                record.topic(),
                record.kafkaPartition(),
                record.keySchema(),
                record.key(),
                record.valueSchema(),
                record.value(),
                record.timestamp(),
                record.headers().duplicate());
    }
}
