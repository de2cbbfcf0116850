package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks docker-compose.yml against the Compose specification's own schema. Skipped where there is no Node. */
class ComposeSchemaIT {
    private static final List<String> FILES = List.of("package.json", "package-lock.json", "check.mjs");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void theCheckerIsInstalled() throws IOException, InterruptedException {
        assumeTrue(isInstalled("npm"), "npm is not there");
        Path sources = Checkout.find().root().resolve("end-to-end/src/test/compose");
        for (String file : FILES) {
            Files.copy(sources.resolve(file), folder.resolve(file));
        }
        Answer installed = run("npm", "ci", "--no-audit", "--no-fund", "--prefer-offline");
        assertThat(installed.code()).as(installed.text()).isZero();
    }

    @Test
    void itIsAllowedByTheSchema() throws IOException, InterruptedException {
        Answer answer = check(compose());

        assertThat(answer.text()).isEmpty();
        assertThat(answer.code()).isZero();
    }

    @Test
    void aMisspelledKeyWouldBeFound() throws IOException, InterruptedException {
        Answer answer = check(compose().replace("depends_on", "dependz_on"));

        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.text()).contains("/services/connect", "dependz_on");
    }

    private static String compose() throws IOException {
        return Files.readString(Checkout.find().root().resolve("docker-compose.yml"));
    }

    private static Answer check(String compose) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("docker-compose.yml"), compose);
        return run("node", "check.mjs", file.toString());
    }

    private static boolean isInstalled(String program) throws InterruptedException {
        try {
            return run(program, "--version").code() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Answer run(String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "answer", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + " hangs");
        }
        return new Answer(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
    }

    private record Answer(int code, String text) {}
}
