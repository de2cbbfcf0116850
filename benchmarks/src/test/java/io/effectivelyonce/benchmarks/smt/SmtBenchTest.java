package io.effectivelyonce.benchmarks.smt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

class SmtBenchTest {
    @Test
    void everyWorkRunsThroughBothTransforms() throws RunnerException {
        ArrayNode rows = SmtBench.run(SmtBench.Length.SMOKE);

        assertThat(rows)
                .hasSize(RoutingBenchmark.Work.values().length * RoutingBenchmark.Router.values().length)
                .allSatisfy(row -> {
                    assertThat(row.path("nanosecondsPerRecord").asDouble()).isPositive();
                    assertThat(row.path("bytesPerRecord").asDouble()).isPositive();
                });
        assertThat(SmtBench.ratios(rows).properties())
                .extracting(Map.Entry::getKey)
                .contains("time_vs_eventrouter", "alloc_vs_eventrouter")
                .hasSize(2 * RoutingBenchmark.Work.values().length);
    }
}
