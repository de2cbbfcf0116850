package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.debezium.transforms.outbox.EventRouter;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * JSON expansion beside EventRouter's. Wherever EventRouter's value agrees with its schema and holds the whole document, ours is the same;
 * wherever it doesn't, ours is either the whole document or the untouched text.
 */
class SameExpansionTest {
    private static final Tally TALLY = new Tally();

    /** The two side by side, under the same options. */
    private record Pair(Transformation<SourceRecord> ours, Transformation<SourceRecord> theirs) {
        static Pair of(String nullField) {
            Map<String, String> options = Map.of(Options.EXPAND, "true", Options.JSON_NULL, nullField);
            Pair pair = new Pair(new OutboxEventRouter<>(), new EventRouter<>());
            pair.ours.configure(options);
            pair.theirs.configure(options);
            return pair;
        }
    }

    private final Pair leavingNullsOut = Pair.of("ignore");
    private final Pair keepingNulls = Pair.of("optional_bytes");

    @Property(tries = 40_000, shrinking = ShrinkingMode.OFF)
    void aDocumentIsExpandedAsEventRouterDoesItOrSoundlyWhereItDoesNot(
            @ForAll("documents") JsonNode document, @ForAll boolean keepNulls) {
        String text = document.toString();
        Pair pair = keepNulls ? keepingNulls : leavingNullsOut;
        Outcome.Event mine = event(pair.ours, text);
        Outcome.Event original = event(pair.theirs, text);
        boolean expanded = !text.equals(mine.record().value());

        assertThat(mine.agreesWithItsSchemas()).as("ours agrees for %s", text).isTrue();
        if (expanded) {
            assertThat(JsonDocuments.plain(mine.record().value()))
                    .as("the whole document")
                    .isEqualTo(JsonDocuments.plain(document));
        }
        if (!isSound(original, document)) {
            TALLY.count(expanded ? "expanded, EventRouter's is unsound" : "text, EventRouter's is unsound");
            return;
        }
        if (expanded && text.equals(original.record().value())) {
            TALLY.count("expanded, EventRouter keeps the text");
            assertThat(text)
                    .as("an array that only its siblings give a type")
                    .containsPattern("\\[(null,)*(\\[|null\\])");
            return;
        }
        TALLY.count(expanded ? "expanded alike" : "text alike");
        assertThat(JsonDocuments.essence(mine.record().valueSchema()))
                .as("schema of %s", text)
                .isEqualTo(JsonDocuments.essence(original.record().valueSchema()));
        assertThat(JsonDocuments.plain(mine.record().value()))
                .isEqualTo(JsonDocuments.plain(original.record().value()));
    }

    @AfterContainer
    static void everyKindOfAnswerCameUp() {
        System.out.println("Expanded beside EventRouter: " + TALLY);
        assertThat(TALLY.of("expanded alike")).isGreaterThan(TALLY.total() / 3);
        assertThat(TALLY.of("text alike")).isGreaterThan(100);
        assertThat(TALLY.of("expanded, EventRouter's is unsound")).isGreaterThan(100);
        assertThat(TALLY.of("text, EventRouter's is unsound")).isGreaterThan(100);
    }

    @Provide
    Arbitrary<JsonNode> documents() {
        return Arbitraries.randomValue(JsonDocuments::draw);
    }

    private static boolean isSound(Outcome.Event original, JsonNode document) {
        Object value = original.record().value();
        return original.record().valueSchema() != null
                && original.agreesWithItsSchemas()
                && (value instanceof String || JsonDocuments.plain(value).equals(JsonDocuments.plain(document)));
    }

    private static Outcome.Event event(Transformation<SourceRecord> router, String payload) {
        SourceRecord row =
                Envelopes.row().with("payload", Envelopes.JSON, payload).record();
        return new Outcome.Event(router.apply(row));
    }
}
