package io.effectivelyonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.EventReader.Event;
import io.effectivelyonce.spine.EventReader.Filtered;
import io.effectivelyonce.spine.EventReader.Reading;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.RecordFault.Reaction;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class DocumentReaderTest {
    @Test
    void aRecordBecomesTheTwoLinesOfTheBulkApi() {
        assertThat(lines(read(Map.of(), "p\"1", Map.of("name", "Pan")))).isEqualTo("""
                        {"index":{"_index":"products","_id":"p\\"1","version":7,"version_type":"external"}}
                        {"name":"Pan"}
                        """);
    }

    @Test
    void aTombstoneBecomesOneLine() {
        Map<String, String> changes =
                Map.of("behavior.on.null.values", "DELETE", "version.type", "external_gte", "index.name.format", "all");
        assertThat(lines(read(changes, "p1", null))).isEqualTo("""
                        {"delete":{"_index":"all","_id":"p1","version":7,"version_type":"external_gte"}}
                        """);
    }

    @Test
    void nullValuesAreFilteredOrStopTheTaskAsChosen() {
        assertThat(read(Map.of("behavior.on.null.values", "ignore"), null, null))
                .isInstanceOf(Filtered.class);
        assertThatThrownBy(() -> read(Map.of(), "p1", null))
                .isInstanceOfSatisfying(
                        RecordFault.class, fault -> assertThat(fault.reaction()).isEqualTo(Reaction.FAIL))
                .hasMessageContaining("behavior.on.null.values");
    }

    @Test
    void theDeleteConditionComparesTextAlsoOfTypedValues() {
        Map<String, String> gone = Map.of("delete.when.from", "value.gone", "delete.when.in", "true,yes");
        assertThat(lines(read(gone, "p1", Map.of("gone", true)))).startsWith("{\"delete\"");
        assertThat(lines(read(gone, "p1", Map.of("gone", "yes")))).startsWith("{\"delete\"");
        assertThat(lines(read(gone, "p1", Map.of("gone", false)))).startsWith("{\"index\"");
        assertThat(lines(read(gone, "p1", Map.of("other", true)))).startsWith("{\"index\"");
    }

    @Test
    void anIdThatTheHeaderConverterHasRetypedIsRefused() {
        assertThatThrownBy(() -> read(Map.of("document.id.from", "header.version"), "p1", Map.of()))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("StringConverter");
    }

    @Test
    void anIdWithHalfASurrogatePairIsRefused() {
        assertThatThrownBy(() -> read(Map.of(), "p\ud800", Map.of()))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("surrogate");
    }

    @Test
    void theLongestIdIs512Bytes() {
        assertThat(read(Map.of(), "ä".repeat(256), Map.of())).isInstanceOf(Event.class);
        assertThatThrownBy(() -> read(Map.of(), "ä".repeat(257), Map.of()))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("514 bytes");
    }

    @Test
    void severalPlacesAreJoinedSoThatNoTwoIdsBecomeOne() {
        Map<String, String> both = Map.of("document.id.from", "value.a,value.b");
        assertThat(id(both, Map.of("a", "x", "b", 7))).isEqualTo("x|7");
        assertThat(id(both, Map.of("a", "x|y", "b", "z"))).isEqualTo("x\\|y|z");
        assertThat(id(both, Map.of("a", "x", "b", "y|z"))).isEqualTo("x|y\\|z");
        assertThat(id(both, Map.of("a", "x\\", "b", "z"))).isEqualTo("x\\\\|z");
        assertThatThrownBy(() -> read(both, "k", Map.of("a", "x")))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("value.b");
    }

    @Test
    void anIgnoredKeyGivesConfluentsIds() {
        assertThat(id(Map.of("key.ignore", "true"), Map.of())).isEqualTo("Products+0+0");
    }

    @Test
    void routingAndPipelineStandInTheActionAndADeleteHasNoPipeline() {
        Map<String, String> changes =
                Map.of("routing.from", "key", "pipeline", "enrich", "behavior.on.null.values", "delete");
        assertThat(lines(read(changes, "p1", Map.of())))
                .contains("\"version_type\":\"external\",\"routing\":\"p1\",\"pipeline\":\"enrich\"}}");
        assertThat(lines(read(changes, "p1", null))).endsWith("\"external\",\"routing\":\"p1\"}}\n");
        assertThatThrownBy(() -> read(Map.of("routing.from", "value.shop"), "p1", Map.of()))
                .isInstanceOf(RecordFault.class)
                .hasMessageContaining("routing.from");
    }

    @Test
    void theSameIdWithAnotherRoutingIsAnotherDocument() {
        Map<String, String> byShop = Map.of("document.id.from", "value.id", "routing.from", "value.shop");
        assertThat(document(byShop, Map.of("id", "1", "shop", "a")))
                .isEqualTo(document(byShop, Map.of("id", "1", "shop", "a")))
                .isNotEqualTo(document(byShop, Map.of("id", "1", "shop", "b")));
    }

    @Test
    void theMarkOfASoftDeleteIsRoutedAndGoesThroughNoPipeline() {
        Map<String, String> soft = Map.of(
                "routing.from", "key",
                "pipeline", "enrich",
                "behavior.on.null.values", "delete",
                "delete.mode", "soft");
        assertThat(lines(read(soft, "p1", null)))
                .startsWith("{\"index\"")
                .endsWith("\"external\",\"routing\":\"p1\"}}\n{\"deleted\":true}\n");
    }

    private static Object document(Map<String, String> changes, Object value) {
        return ((Event<Operation>) read(changes, "k", value)).event().document();
    }

    private static String id(Map<String, String> changes, Object value) {
        return ((Event<Operation>) read(changes, "k", value)).event().key().id();
    }

    private static Reading<Operation> read(Map<String, String> changes, Object key, Object value) {
        Map<String, String> config =
                new HashMap<>(Map.of("connection.url", "http://127.0.0.1:1", "version.from", "header.version"));
        config.putAll(changes);
        ConnectHeaders headers = new ConnectHeaders();
        headers.addLong("version", 7);
        SinkRecord record = new SinkRecord("Products", 0, null, key, null, value, 0, null, null, headers);
        return new DocumentReader(new ElasticsearchSinkConfig(config), Offline.GATE).read(record);
    }

    private static String lines(Reading<Operation> reading) {
        Operation operation = ((Event<Operation>) reading).event();
        byte[] lines = new byte[operation.bytes()];
        operation.copyTo(lines, 0);
        return new String(lines, StandardCharsets.UTF_8);
    }
}
