package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the runbook, and following it to the letter. */
record RunbookPage(Path file) {
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final long LIMIT_SECONDS = 90;

    static RunbookPage named(Checkout checkout, String name) {
        return new RunbookPage(
                checkout.root().resolve("docs").resolve("runbook").resolve(name + ".md"));
    }

    /** The blocks in this language, in their order. */
    List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(file));
        while (matcher.find()) {
            if (matcher.group(1).equals(language)) {
                blocks.add(matcher.group(2));
            }
        }
        return blocks;
    }

    /** Types every block of commands, one after the other. */
    void follow(Checkout checkout, String worker) throws IOException, InterruptedException {
        List<String> blocks = blocks("sh");
        assertThat(blocks).as("what to type in " + file).isNotEmpty();
        for (String block : blocks) {
            ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", block)
                    .directory(checkout.root().toFile())
                    .redirectErrorStream(true);
            bash.environment().put("CONNECT", worker);
            Process typed = bash.start();
            boolean ended = typed.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                typed.destroyForcibly();
            }
            String output = new String(typed.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(ended).as("ended in time: " + output).isTrue();
            assertThat(typed.exitValue()).as(file + ": " + output).isZero();
        }
    }
}
