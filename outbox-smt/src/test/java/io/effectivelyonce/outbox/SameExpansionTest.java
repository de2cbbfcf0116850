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
    private static final Map<String, String> EXPAND = Map.of(Options.EXPAND, "true");

    private final Transformation<SourceRecord> ours = new OutboxEventRouter<>();
    private final Transformation<SourceRecord> theirs = new EventRouter<>();

    SameExpansionTest() {
        ours.configure(EXPAND);
        theirs.configure(EXPAND);
    }

    @Property(tries = 40_000, shrinking = ShrinkingMode.OFF)
    void aDocumentIsExpandedAsEventRouterDoesItOrSoundlyWhereItDoesNot(@ForAll("documents") JsonNode document) {
        String text = document.toString();
        Outcome.Event mine = event(ours, text);
        Outcome.Event original = event(theirs, text);
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
