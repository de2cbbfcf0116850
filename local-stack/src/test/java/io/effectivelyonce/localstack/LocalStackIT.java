package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStackIT {
    @Test
    void allPartsStartTogetherInWellUnderAMinuteAndNoneIsLeft(@TempDir Path folder) {
        long begin = System.nanoTime();
        LocalStack stack = LocalStack.in(folder)
                .postgres()
                .kafka()
                .elasticsearch()
                .connect(worker -> worker.plugin("debezium-postgres"))
                .connect(worker -> worker.plugin("debezium-postgres"))
                .start();
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        System.out.println("All parts ready after " + took.toMillis() + " ms");
        try (stack) {
            assertThat(took).isLessThan(Duration.ofSeconds(50));
            assertThat(stack.parts()).hasSize(5).allMatch(Part::isRunning);
            assertThat(stack.workers())
                    .hasSize(2)
                    .allSatisfy(worker -> assertThat(worker.rest().plugins().findValuesAsText("class"))
                            .contains("io.debezium.connector.postgresql.PostgresConnector"));
        }
        assertThat(stack.parts()).noneMatch(Part::isRunning);
    }
}
