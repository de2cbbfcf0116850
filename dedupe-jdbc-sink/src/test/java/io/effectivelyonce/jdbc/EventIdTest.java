package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.Selector;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventIdTest {

    @Test
    void spellingsOfOneUuidAreOneId() {
        EventId id = EventIdType.UUID.parse("3f2504e0-4f89-41d3-9a0c-0305e82c3301");
        assertThat(EventIdType.UUID.parse("3F2504E0-4F89-41D3-9A0C-0305E82C3301"))
                .isEqualTo(id);
        assertThat(EventIdType.UUID.parse("3f2504e04f8941d39a0c0305e82c3301")).isEqualTo(id);
        assertThat(id.text()).isEqualTo("3f2504e0-4f89-41d3-9a0c-0305e82c3301");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "7", "1-1-1-1-1", "3f2504e0-4f89-41d3-9a0c-0305e82c330", " 3f2504e04f8941d39a0c0305e82c3301"
            })
    void whatIsNoUuidIsAFaultOfTheRecord(String text) {
        assertThatThrownBy(() -> EventIdType.UUID.parse(text))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("event.id.type=text");
    }

    @Test
    void aTextIdThatTheIndexCannotHoldIsAFaultOfTheRecord() {
        assertThatThrownBy(() -> EventIdType.TEXT.parse("é".repeat(600))).isInstanceOf(RecordFault.class);
        assertThatThrownBy(() -> EventIdType.TEXT.parse("a\0b")).isInstanceOf(RecordFault.class);
        assertThat(EventIdType.TEXT.parse("\ud83d\ude00").text()).isEqualTo("\ud83d\ude00");
        assertThat(EventIdType.TEXT.parse(" A ").text()).isEqualTo(" A ");
    }

    @ParameterizedTest
    @ValueSource(ints = {0xd800, 0xdbff, 0xdc00, 0xdfff})
    void aTextIdThatUtf8CannotSpellIsAFaultOfTheRecord(int half) {
        assertThatThrownBy(() -> EventIdType.TEXT.parse("a" + (char) half + "b"))
                .isInstanceOf(RecordFault.class);
    }

    @Property(tries = 500)
    void uuidsAreOrderedAsTheServerOrdersThem(@ForAll long a, @ForAll long b, @ForAll long c, @ForAll long d) {
        EventId one = new EventId.OfUuid(new UUID(a, b));
        EventId other = new EventId.OfUuid(new UUID(c, d));
        assertThat(Integer.signum(one.compareTo(other)))
                .isEqualTo(Integer.signum(one.text().compareTo(other.text())));
    }

    @Property(tries = 500)
    void severalPlacesAreJoinedWithoutAmbiguity(
            @ForAll("parts") String a,
            @ForAll("parts") String b,
            @ForAll("parts") String c,
            @ForAll("parts") String d) {
        assertThat(joined(a, b).equals(joined(c, d))).isEqualTo(a.equals(c) && b.equals(d));
    }

    @Provide
    Arbitrary<String> parts() {
        return Arbitraries.strings().withChars("|\\a").ofMinLength(1).ofMaxLength(3);
    }

    private static String joined(String a, String b) {
        EventIdSource source = new EventIdSource(
                Stream.of("value.a", "value.b").map(Selector::parse).toList(), EventIdType.TEXT);
        return source.read(Events.record(0, new ConnectHeaders(), Map.of("a", a, "b", b)))
                .orElseThrow()
                .text();
    }

    @Test
    void anIdOfWhichOnePlaceIsMissingIsMissing() {
        EventIdSource source =
                new EventIdSource(List.of(Selector.parse("value.a"), Selector.parse("value.b")), EventIdType.TEXT);
        assertThat(source.read(Events.record(0, new ConnectHeaders(), Map.of("a", "x"))))
                .isEmpty();
        assertThat(source.read(Events.record(0, new ConnectHeaders(), Map.of("a", "x", "b", ""))))
                .isEmpty();
    }
}
