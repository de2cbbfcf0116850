package io.effectivelyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.EventReader;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.Selected;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcEventReaderTest {
    private static final Map<String, Object> ORDER =
            Map.of("no", 5, "lines", List.of(Map.of("sku", "a"), Map.of("sku", "b")));

    private final Map<String, String> config = new HashMap<>(Map.of(
            "name", "orders",
            "connection.url", "jdbc:postgresql://localhost/shop",
            "statements.order.sql", "INSERT INTO orders VALUES (:no, :event.id, :missing)",
            "statements.order.when.in", "Placed,Paid",
            "statements.order.may.be.missing", ":missing,event.id",
            "statements.line.sql", "INSERT INTO lines VALUES (:item.sku)",
            "statements.line.when.in", "Placed",
            "statements.line.for.each", "value.lines",
            "statements.all.sql", "INSERT INTO log VALUES (:key)"));

    @BeforeEach
    void names() {
        config.put("statements.all.when.in", "Placed,Noted");
        config.put("statements", "order,line,all");
    }

    private EventReader.Reading<JdbcEvent> read(SinkRecord record) {
        return new JdbcEventReader(JdbcSinkConfig.of(config)).read(record);
    }

    private JdbcEvent event(SinkRecord record) {
        return ((EventReader.Event<JdbcEvent>) read(record)).event();
    }

    private static List<String> names(JdbcEvent event) {
        return event.calls().stream().map(call -> call.statement().name()).toList();
    }

    private static List<Object> values(JdbcEvent event) {
        return event.calls().stream()
                .flatMap(call -> call.arguments().stream())
                .map(Selected::value)
                .toList();
    }

    @Test
    void anEventRunsTheStatementsThatWantItInTheirOrderAndOnePerElement() {
        JdbcEvent event = event(Events.event(0, Events.id(1), "Placed", ORDER));
        assertThat(names(event)).containsExactly("order", "line", "line", "all");
        assertThat(values(event)).containsExactly(5, Events.id(1).toString(), null, "a", "b", "key");
        assertThat(names(event(Events.event(0, Events.id(1), "Paid", ORDER)))).containsExactly("order");
    }

    @Test
    void anEmptyArrayRunsNothingAndAMissingOneIsAFault() {
        Map<String, Object> empty = new HashMap<>(Map.of("no", 1, "lines", List.of()));
        assertThat(names(event(Events.event(0, Events.id(1), "Placed", empty)))).containsExactly("order", "all");
        empty.put("lines", null);
        assertThat(names(event(Events.event(0, Events.id(1), "Placed", empty)))).containsExactly("order", "all");
        assertThatThrownBy(() -> read(Events.event(0, Events.id(1), "Placed", Map.of("no", 1))))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("value.lines");
        assertThatThrownBy(() -> read(Events.event(0, Events.id(1), "Placed", Map.of("no", 1, "lines", "secret"))))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("no array")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aRecordThatNoStatementWantsFollowsItsPolicyWhetherOrNotItHasAnId() {
        SinkRecord unwanted = Events.event(0, null, "Shipped", ORDER);
        assertThat(read(unwanted)).isInstanceOf(EventReader.Filtered.class);
        assertThat(read(Events.record(0, new ConnectHeaders(), ORDER))).isInstanceOf(EventReader.Filtered.class);
        config.put("behavior.on.unmatched", "fail");
        assertThatThrownBy(() -> read(unwanted))
                .isInstanceOfSatisfying(
                        RecordFault.class, fault -> assertThat(fault.reaction()).isEqualTo(Reaction.FAIL));
        config.put("behavior.on.unmatched", "reject");
        assertThatThrownBy(() -> read(unwanted))
                .isInstanceOfSatisfying(
                        RecordFault.class, fault -> assertThat(fault.reaction()).isEqualTo(Reaction.REJECT));
    }

    @Test
    void aMissingIdFollowsItsPolicyAndIsNotNeededWithoutClaims() {
        SinkRecord without = Events.event(0, null, "Paid", ORDER);
        assertThatThrownBy(() -> read(without))
                .isInstanceOfSatisfying(
                        RecordFault.class, fault -> assertThat(fault.reaction()).isEqualTo(Reaction.REJECT));
        config.put("behavior.on.missing.id", "fail");
        assertThatThrownBy(() -> read(without))
                .isInstanceOfSatisfying(
                        RecordFault.class, fault -> assertThat(fault.reaction()).isEqualTo(Reaction.FAIL));
        config.put("dedupe.mode", "none");
        assertThat(names(event(without))).containsExactly("order");
    }

    @Test
    void aPlaceThatTheRecordLacksIsAFaultUnlessItMayBeMissingAndNullIsNull() {
        assertThatThrownBy(() -> read(Events.event(0, Events.id(1), "Paid", Map.of("other", 1))))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("no value.no")
                .hasMessageContaining("statements.order.may.be.missing");
        assertThatThrownBy(() -> read(Events.event(0, Events.id(1), "Paid", null)))
                .hasMessageContaining("a tombstone");
        Map<String, Object> present = new HashMap<>();
        present.put("no", null);
        assertThat(values(event(Events.event(0, Events.id(1), "Paid", present))))
                .containsExactly(null, Events.id(1).toString(), null);
        config.put("statements.order.may.be.missing", "*");
        assertThat(values(event(Events.event(0, Events.id(1), "Paid", null))))
                .containsExactly(null, Events.id(1).toString(), null);
    }

    @Test
    void theRunsForElementsCountForBytesToo() {
        List<Map<String, String>> lines = Collections.nCopies(1_000, Map.of("sku", "a"));
        assertThat(((EventReader.Event<JdbcEvent>)
                                read(Events.event(0, Events.id(1), "Placed", Map.of("no", 1, "lines", lines))))
                        .bytes())
                .isGreaterThan(1_000 * (100 + 100));
    }

    @Test
    void largerRecordsCountForMoreBytes() {
        EventReader.Event<JdbcEvent> small =
                (EventReader.Event<JdbcEvent>) read(Events.event(0, Events.id(1), "Paid", Map.of("no", "x")));
        EventReader.Event<JdbcEvent> large = (EventReader.Event<JdbcEvent>)
                read(Events.event(0, Events.id(1), "Paid", Map.of("no", "x".repeat(1_000))));
        assertThat(large.bytes()).isGreaterThan(small.bytes() + 1_900);
    }
}
