package io.effectivelyonce.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The configurations of the worked example are those that the demo runs. */
class WorkedExamplePageTest {
    private static final Pattern JSON = Pattern.compile("(?s)```json\n(.*?)```");

    @Test
    void everyOptionOnThePageIsOneOfConnectConfigs() throws IOException {
        StringBuilder configs = new StringBuilder();
        try (Stream<Path> files = Files.list(Sources.ROOT.resolve("connect-configs"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                configs.append(Files.readString(file));
            }
        }
        List<String> options = JSON.matcher(Sources.page("worked-example.md"))
                .results()
                .flatMap(block -> block.group(1).lines())
                .map(option -> option.replaceFirst(",$", ""))
                .toList();

        assertThat(options)
                .hasSizeGreaterThan(10)
                .allSatisfy(option -> assertThat(configs).contains(option));
    }
}
