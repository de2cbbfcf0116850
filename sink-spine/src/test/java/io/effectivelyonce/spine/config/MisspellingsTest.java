package io.effectivelyonce.spine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class MisspellingsTest {
    private static final List<String> OURS = List.of(
            "connection.url",
            "dedupe.consumer",
            "event.id.from",
            "event.id.type",
            "batch.size",
            "pk.mode",
            "linger.ms");
    private static final List<String> CONNECTS = List.of(
            "name",
            "connector.class",
            "connector.plugin.version",
            "tasks.max",
            "tasks.max.enforce",
            "topics",
            "topics.regex",
            "key.converter",
            "key.converter.schemas.enable",
            "value.converter",
            "value.converter.plugin.version",
            "header.converter",
            "config.action.reload",
            "transforms",
            "transforms.pk.mode",
            "predicates",
            "predicates.p.type",
            "errors.tolerance",
            "errors.retry.timeout",
            "errors.deadletterqueue.topic.name",
            "errors.deadletterqueue.context.headers.enable",
            "errors.log.enable",
            "consumer.override.max.poll.records",
            "producer.override.linger.ms",
            "admin.override.client.id");

    private final Misspellings misspellings = new Misspellings(Set.copyOf(OURS), key -> key.equals("batch.sizes"));

    @Test
    void anUnknownKeyOfAFamilyOfOursIsRefusedWithTheNearestHoweverFarItIs() {
        Misspellings families = new Misspellings(Set.copyOf(OURS), key -> false, Set.of("event"));
        assertThat(families.in(Map.of("event.identifier.header", "x", "batch.whatever", "x")))
                .containsExactly(Map.entry(
                        "event.identifier.header",
                        "unknown key 'event.identifier.header'; did you mean 'event.id.from'?"));
    }

    @Property(tries = 1000)
    void oneWrongLetterIsRefusedWithTheKeyThatWasMeant(@ForAll("edited") Edited edited) {
        Assume.that(!OURS.contains(edited.key()));

        assertThat(misspellings.in(Map.of(edited.key(), "x")))
                .containsEntry(
                        edited.key(), "unknown key '" + edited.key() + "'; did you mean '" + edited.meant() + "'?");
    }

    record Edited(String meant, String key) {}

    @Provide
    Arbitrary<Edited> edited() {
        return Combinators.combine(
                        Arbitraries.of(OURS),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(0, 13),
                        Arbitraries.chars().range('a', 'z'))
                .as((meant, kind, place, letter) ->
                        new Edited(meant, edit(meant, kind, place % meant.length(), letter)))
                .filter(edited -> !edited.key().equals("batch.sizes"));
    }

    private static String edit(String key, int kind, int at, char letter) {
        String before = key.substring(0, at);
        String after = key.substring(at + 1);
        return switch (kind) {
            case 0 -> before + after;
            case 1 -> before + letter + key.substring(at);
            case 2 -> before + letter + after;
            default -> after.isEmpty() ? key + letter : before + after.charAt(0) + key.charAt(at) + after.substring(1);
        };
    }

    @Test
    void connectsOwnKeysAreNeverRefusedHoweverNearOurs() {
        Misspellings touchy = new Misspellings(
                Set.copyOf(CONNECTS.stream().map(key -> key + "s").toList()), key -> false);

        for (String key : CONNECTS) {
            assertThat(touchy.in(Map.of(key, "x"))).as(key).isEmpty();
        }
    }

    @Test
    void whatSomebodyElseOwnsIsRight() {
        assertThat(misspellings.in(Map.of("batch.sizes", "1"))).isEmpty();
    }

    @Test
    void rightKeysAndFarOnesPass() {
        assertThat(misspellings.in(Map.of("batch.size", "1", "something.of.a.driver", "x")))
                .isEmpty();
    }

    @Test
    void twoWrongLettersAreStillNearAndThreeAreNot() {
        assertThat(misspellings.in(Map.of("conection.ulr", "x"))).containsKey("conection.ulr");
        assertThat(misspellings.in(Map.of("conecton.ulr", "x"))).isEmpty();
    }

    @Test
    void theMessageNeverShowsTheValue() {
        assertThat(misspellings.in(Map.of("conection.url", "jdbc:secret")).get("conection.url"))
                .doesNotContain("secret");
    }
}
