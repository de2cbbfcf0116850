package io.effectivelyonce.outbox;

import static io.effectivelyonce.outbox.Events.assertFault;
import static io.effectivelyonce.outbox.Routers.route;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which topic an event goes to. */
class TopicRouteTest {

    @ParameterizedTest
    @CsvSource({
        "Order,    (?<routedByValue>.*), outbox.event.${routedByValue}, outbox.event.Order",
        "'',       (?<routedByValue>.*), outbox.event.${routedByValue}, outbox.event.",
        "shop-eu,  ([a-z]+)-(.+),        $2.$1.events,                  eu.shop.events",
        "shop,     ([a-z]+)-(.+),        $2.$1.events,                  shop",
        "ab,       a|ab,                 X,                             Xb",
    })
    void theRouteValueIsRewrittenWhereItMatchesAsAWholeAndTheTopicWhereNot(
            String value, String regex, String replacement, String topic) {
        assertThat(route(rowOf(value), "route.topic.regex", regex, "route.topic.replacement", replacement)
                        .topic())
                .isEqualTo(topic);
    }

    @Test
    void aDollarOrABackslashInTheValueIsNoReferenceToAGroup() {
        assertFault(rowOf("$1")).withMessageContaining("U+0024");
        assertFault(rowOf("\\")).withMessageContaining("U+005C");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a b", "a#b", "line\nbreak", "ключ"})
    void aTopicNameThatTheBrokerWouldRefuseIsAFault(String value) {
        assertFault(rowOf(value)).withMessageContaining("legal topic name").withMessageContaining("U+");
    }

    @Test
    void aTopicNameMayHave249CharactersAndNotBeDotsAlone() {
        String prefix = "outbox.event.";
        String longest = "x".repeat(249 - prefix.length());

        assertThat(route(rowOf(longest)).topic()).hasSize(249);
        assertFault(rowOf(longest + "x")).withMessageContaining("250 characters");
        assertFault(rowOf(".."), "route.topic.regex", "x", "route.topic.replacement", "x")
                .withMessageContaining("dots alone");
        assertFault(rowOf(""), "route.topic.regex", "x", "route.topic.replacement", "x")
                .withMessageContaining("an empty name");
    }

    @Test
    void aRouteThatIsNullOrNoTextIsAFault() {
        assertFault(Envelopes.row().with("aggregatetype", Schema.OPTIONAL_STRING_SCHEMA, null))
                .withMessageContaining("'aggregatetype' should be a text, found null");
        assertFault(Envelopes.row().with("aggregatetype", Schema.INT32_SCHEMA, 1))
                .withMessageContaining("'aggregatetype' should be a text column, found INT32");
    }

    private static Envelopes rowOf(String aggregateType) {
        return Envelopes.row().with("aggregatetype", Schema.STRING_SCHEMA, aggregateType);
    }

    @Test
    void aValueThatTakesTheExpressionForEverOrTooDeepIsAFault() {
        assertFault(rowOf("a".repeat(60)), "route.topic.regex", "(?:(?:a|aa)+)+b", "route.topic.replacement", "x")
                .withMessageContaining("route.topic.regex")
                .withMessageContaining("60 characters");
        assertFault(rowOf("ab".repeat(500_000)), "route.topic.regex", "(?:a|b)*", "route.topic.replacement", "x")
                .withMessageContaining("1000000 characters");
    }

    @Test
    void aLongValueIsNoTroubleForASimpleExpression() {
        assertThat(route(rowOf("a".repeat(1_000_000)), "route.topic.regex", "a+", "route.topic.replacement", "x")
                        .topic())
                .isEqualTo("x");
    }
}
