package io.effectivelyonce.compatibility.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.effectivelyonce.localstack.DebianPackage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules for Prometheus as Prometheus' own tool judges them. */
class RulesIT {
    @TempDir
    private static Path folder;

    private static Path promtool;

    @BeforeAll
    static void theToolIsThere() throws IOException {
        Optional<DebianPackage> debian = DebianPackage.named("prometheus");
        assumeTrue(debian.isPresent(), "Debian's tools could not bring Prometheus");
        promtool = debian.get().program("usr/bin/promtool");
        Files.copy(MonitoringFiles.alerts(), folder.resolve("alerts.yml"));
        Files.copy(MonitoringFiles.prometheus(), folder.resolve("prometheus.yml"));
        for (Path tests : RuleTests.FILES) {
            Files.copy(tests, folder.resolve(tests.getFileName()));
        }
    }

    @Test
    void theConfigurationAndItsRulesAreValid() throws Exception {
        promtool("check", "config", "--lint=all", "--lint-fatal", "prometheus.yml");
    }

    @Test
    void everyAlertFiresWhenItShouldAndIsSilentOtherwise() throws Exception {
        for (Path tests : RuleTests.FILES) {
            promtool("test", "rules", tests.getFileName().toString());
        }
    }

    @Test
    void everyAlertHasATestThatRaisesItAndOneThatDoesNot() throws Exception {
        RuleTests tests = RuleTests.read();

        assertThat(tests.alerts(expected -> !expected.isEmpty())).isEqualTo(alerts());
        assertThat(tests.alerts(List::isEmpty)).isEqualTo(alerts());
    }

    @Test
    void thePageTellsOfEachAlertWhatToDo() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("house.root"), "docs", "monitoring.md"));

        assertThat(alerts()).allSatisfy(alert -> assertThat(page).contains("\n### " + alert + "\n"));
    }

    private static Set<String> alerts() throws IOException {
        Set<String> alerts = new TreeSet<>();
        for (Object group : (List<?>) RuleTests.yaml(MonitoringFiles.alerts()).get("groups")) {
            for (Object rule : (List<?>) ((Map<?, ?>) group).get("rules")) {
                Optional.ofNullable(((Map<?, ?>) rule).get("alert")).ifPresent(name -> alerts.add(name.toString()));
            }
        }
        return alerts;
    }

    private static void promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(promtool.toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(folder, "promtool", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
    }
}
