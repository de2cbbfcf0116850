package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.localstack.LocalStack;
import java.io.File;
import java.io.IOException;
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
    void follow(Checkout checkout, LocalStack stack) throws IOException, InterruptedException {
        List<String> blocks = blocks("sh");
        assertThat(blocks).as("what to type in " + file).isNotEmpty();
        for (String block : blocks) {
            type(block, checkout, stack);
        }
    }

    /** Types one block of commands, counted from 0. */
    void follow(int block, Checkout checkout, LocalStack stack) throws IOException, InterruptedException {
        type(blocks("sh").get(block), checkout, stack);
    }

    private void type(String block, Checkout checkout, LocalStack stack) throws IOException, InterruptedException {
        // into a file: nobody reads along, and a pipe holds only so much
        Path output = Files.createTempFile(file.getFileName().toString(), ".log");
        try {
            ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", block)
                    .directory(checkout.root().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            bash.environment().put("CONNECT", stack.connect().url());
            bash.environment().put("KAFKA", stack.kafka().bootstrapServers());
            bash.environment().put("ELASTICSEARCH", stack.elasticsearch().url());
            bash.environment()
                    .merge(
                            "PATH",
                            KafkaTopics.tool(checkout).toString(),
                            (path, own) -> own + File.pathSeparator + path);
            Process typed = bash.start();
            boolean ended = typed.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                typed.destroyForcibly().waitFor();
            }
            assertThat(ended)
                    .as(file + " ended in time: " + Files.readString(output))
                    .isTrue();
            assertThat(typed.exitValue())
                    .as(file + ": " + Files.readString(output))
                    .isZero();
        } finally {
            Files.deleteIfExists(output);
        }
    }
}
