package io.effectivelyonce.benchmarks.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.effectivelyonce.benchmarks.Report;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordedTest {
    @Test
    void onlyWhatIsLessThanHalfAsGoodAsItWasHasCollapsed() {
        Recorded recorded = new Recorded(ratios(Map.of("vs_a", 2.0, "vs_b", 2.0, "vs_c", 2.0)));

        assertThat(recorded.collapsed(ratios(Map.of("vs_a", 0.99, "vs_b", 1.01, "vs_new", 0.1))))
                .containsExactly("vs_a was 2.00 and is 0.99");
    }

    @Test
    void ratiosAreOfWhatWasMeasured() {
        Report report = new Report(
                "jdbc",
                "quick",
                Map.of(
                        "ours-insert", List.of(30.0),
                        "debezium-unnest", List.of(10.0),
                        "debezium-rewrite", List.of(15.0)));
        Ratios.addTo(report);

        assertThat(report.ratios().toString()).isEqualTo("{\"vs_peer_tuned\":2.0}");
    }

    private static ObjectNode ratios(Map<String, Double> all) {
        ObjectNode ratios = new ObjectMapper().createObjectNode();
        all.forEach(ratios::put);
        return ratios;
    }
}
