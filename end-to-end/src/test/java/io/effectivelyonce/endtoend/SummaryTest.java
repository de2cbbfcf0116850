package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {
    @TempDir
    private Path folder;

    @Test
    void itIsWrittenInTheShapeThatWasPromised() throws IOException {
        Summary summary = new Summary(
                2000,
                2800,
                4,
                6,
                600,
                new Summary.Sink(17_000, 0, 0, 5000),
                new Summary.Control(6000),
                new Summary.Documents(50, 0, 2000),
                0,
                120);
        Path file = folder.resolve("demo").resolve("summary.json");

        summary.write(file);

        assertThat(Files.readString(file))
                .isEqualToIgnoringWhitespace(
                        "{\"orders\":2000,\"events\":2800,\"kills\":4,\"offset_resets\":6,\"republished\":600,"
                                + "\"sink\":{\"expected\":17000,\"lost\":0,\"doubled\":0,\"duplicates\":5000},"
                                + "\"control\":{\"doubled\":6000},\"documents\":{\"expected\":50,\"wrong\":0,\"stale\":2000},"
                                + "\"dead_lettered\":0,\"seconds\":120}");
    }
}
