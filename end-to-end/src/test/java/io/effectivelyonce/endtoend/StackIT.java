package io.effectivelyonce.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code bin/stack} as a person uses it, in a folder of its own. */
class StackIT {
    private final Checkout checkout = Checkout.find();
    private final Path folder = checkout.target().resolve("tests").resolve("stack");
    private Path answer;

    @BeforeEach
    void anEmptyFolder() throws IOException {
        Folder.emptied(folder);
        answer = Files.createTempFile("stack", ".txt");
    }

    @AfterEach
    void nothingIsLeft() throws IOException, InterruptedException {
        stack("down");
        Files.delete(answer);
    }

    @Test
    void itStaysUpUntilItIsTakenDownAndTakesConnectorsByCurl() throws IOException, InterruptedException {
        assertThat(stack("status")).isEqualTo(1);
        assertThat(said()).contains("Nothing runs");

        assertThat(stack("up")).as(said()).isZero();
        JsonNode state =
                new ObjectMapper().readTree(folder.resolve("state.json").toFile());
        String worker = state.path("connect").asText();
        assertThat(said())
                .contains(
                        worker,
                        state.path("kafka").asText(),
                        state.path("elasticsearch").asText(),
                        "curl");
        assertThat(post(worker, checkout.connector(Connector.SINK_BUSINESS))).isEqualTo(201);
        long keeper = state.path("pid").asLong();

        assertThat(stack("up")).as("a second up finds it running").isZero();
        assertThat(new ObjectMapper()
                        .readTree(folder.resolve("state.json").toFile())
                        .path("pid")
                        .asLong())
                .isEqualTo(keeper);
        assertThat(stack("status")).isZero();
        assertThat(said()).contains(worker);

        assertThat(stack("down")).isZero();
        assertThat(ProcessHandle.of(keeper)).isEmpty();
        assertThatThrownBy(() -> post(worker, "{}")).isInstanceOf(IOException.class);
        assertThat(stack("status")).isEqualTo(1);
    }

    private int stack(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Dhouse.root=" + checkout.root(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StackCommand.class.getName(),
                        "--folder",
                        folder.toString(),
                        command))
                .redirectErrorStream(true)
                .redirectOutput(answer.toFile())
                .start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("bin/stack " + command + " hangs");
        }
        return process.exitValue();
    }

    private String said() throws IOException {
        return Files.readString(answer);
    }

    private static int post(String worker, String document) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(worker + "/connectors"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(document))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
