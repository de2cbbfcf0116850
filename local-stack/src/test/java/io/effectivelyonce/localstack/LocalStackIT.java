package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStackIT {
    @Test
    void allPartsStartTogetherAndNoneIsLeft(@TempDir Path folder) {
        LocalStack stack = LocalStack.in(folder)
                .postgres()
                .kafka()
                .elasticsearch()
                .connect(worker -> worker.plugin("debezium-postgres"))
                .connect(worker -> worker.plugin("debezium-postgres"))
                .start();
        try (stack) {
            assertThat(stack.parts()).hasSize(5).allMatch(Part::isRunning);
            assertThat(stack.workers())
                    .hasSize(2)
                    .allSatisfy(worker -> assertThat(worker.rest().plugins().findValuesAsText("class"))
                            .contains("io.debezium.connector.postgresql.PostgresConnector"));
        }
        assertThat(stack.parts()).noneMatch(Part::isRunning);
    }
}
