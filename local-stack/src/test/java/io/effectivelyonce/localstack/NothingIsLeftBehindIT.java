package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NothingIsLeftBehindIT {
    @TempDir
    private Path folder;

    @Test
    void whenTheJvmEndsByItself() throws Exception {
        try (ChildJvm child = ChildJvm.start(folder, "postgres", "returning")) {
            assertThat(child.nextLine()).isEqualTo("ready");
            child.awaitNothingLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TERM", "INT", "KILL"})
    void whenTheJvmIsEndedBy(Signal signal) throws Exception {
        try (ChildJvm child = ChildJvm.start(folder, "postgres", "kafka")) {
            assertThat(child.nextLine()).isEqualTo("ready");
            assertThat(child.parts()).hasSizeGreaterThan(5);
            signal.send(List.of(child.process().pid()));
            child.awaitNothingLeft();
        }
    }

    @Test
    void whenTheJvmIsKilledWhilePartsAreFrozen() throws Exception {
        try (ChildJvm child = ChildJvm.start(folder, "postgres", "kafka", "frozen")) {
            assertThat(child.nextLine()).isEqualTo("ready");
            assertThat(child.parts()).hasSizeGreaterThan(5);
            Signal.KILL.send(List.of(child.process().pid()));
            child.awaitNothingLeft();
        }
    }

    @Test
    void whenTheJvmIsKilledInTheMiddleOfAStart() throws Exception {
        try (ChildJvm child = ChildJvm.start(folder, "postgres", "kafka")) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !child.parts().isEmpty());
            Signal.KILL.send(List.of(child.process().pid()));
            child.awaitNothingLeft();
            assertThat(child.nextLine()).isNull();
        }
    }

    @Test
    void whenOnePartCannotStart() throws Exception {
        try (ChildJvm child = ChildJvm.start(folder, "postgres", "kafka", "broken")) {
            assertThat(child.nextLine()).startsWith("failed: ").contains("kafka");
            assertThat(child.process().isAlive()).isTrue();
            assertThat(child.parts()).isEmpty();
        }
    }
}
