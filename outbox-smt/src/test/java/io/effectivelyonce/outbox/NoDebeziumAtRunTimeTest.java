package io.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The transform may know Debezium's schemas by name, and none of its classes. */
class NoDebeziumAtRunTimeTest {

    @Test
    void noClassOfOursRefersToAClassOfDebezium() throws IOException, URISyntaxException {
        Path classes = Path.of(OutboxEventRouter.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            List<Path> ours =
                    files.filter(file -> file.toString().endsWith(".class")).toList();

            assertThat(ours)
                    .hasSizeGreaterThan(20)
                    .allSatisfy(file -> assertThat(constants(file)).doesNotContain("io/debezium/"));
        }
    }

    private static String constants(Path classFile) {
        try {
            return new String(Files.readAllBytes(classFile), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
