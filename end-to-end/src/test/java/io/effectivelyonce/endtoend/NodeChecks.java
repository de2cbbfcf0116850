package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The checks that run on Node, installed with what they need, once for all tests. Skipped where there is no Node. */
final class NodeChecks {
    private static Path installed;

    private final Path folder;

    /** How a program ended, and all that it printed. */
    record Answer(int code, String text) {}

    private NodeChecks(Path folder) {
        this.folder = folder;
    }

    static synchronized NodeChecks installed() throws IOException, InterruptedException {
        if (installed == null) {
            Path folder =
                    Folder.emptied(Checkout.find().target().resolve("tests").resolve("node"));
            NodeChecks checks = new NodeChecks(folder);
            assumeTrue(checks.has("npm"), "npm is not there");
            try (Stream<Path> sources = Files.list(Checkout.find().root().resolve("end-to-end/src/test/node"))) {
                for (Path source : sources.filter(Files::isRegularFile).toList()) {
                    Files.copy(source, folder.resolve(source.getFileName()));
                }
            }
            Answer answer = checks.run("npm", "ci", "--no-audit", "--no-fund", "--prefer-offline");
            assertThat(answer.code()).as(answer.text()).isZero();
            installed = folder;
        }
        return new NodeChecks(installed);
    }

    private boolean has(String program) throws InterruptedException {
        try {
            return run(program, "--version").code() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Writes a file beside the checks. */
    void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** Runs a program beside the checks. */
    Answer run(String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("answer", ".txt");
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", command) + " hangs");
            }
            return new Answer(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
        }
    }
}
