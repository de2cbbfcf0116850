package io.effectivelyonce.benchmarks.es;

import io.effectivelyonce.localstack.LocalStack;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The servers that all contestants share, and the index that each finds empty. Writes are as durable as by default. */
final class Ground implements AutoCloseable {
    static final String INDEX = "products";

    private static final String SETTINGS =
            "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0},\"mappings\":" + Products.MAPPING + "}";

    private final LocalStack stack;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Ground(LocalStack stack) {
        this.stack = stack;
    }

    static Ground start(Path root, Path folder) {
        return new Ground(LocalStack.in(folder)
                .elasticsearch(node -> node.jvm("-Xms1g", "-Xmx1g"))
                .kafka(kafka -> kafka.jvm("-Xmx1g"))
                .connect(worker -> {
                    worker.jvm("-Xms1g", "-Xmx1g")
                            .properties(Map.of("header.converter", "org.apache.kafka.connect.storage.StringConverter"));
                    worker.plugin(bundle(root));
                })
                .start());
    }

    private static Path bundle(Path root) {
        try (DirectoryStream<Path> archives =
                Files.newDirectoryStream(root.resolve("bundle/target"), "effectively-once-*.zip")) {
            return archives.iterator().next();
        } catch (IOException e) {
            throw new IllegalStateException("The plugins are not built", e);
        }
    }

    LocalStack stack() {
        return stack;
    }

    /** An index with nothing in it. */
    void clear() throws IOException, InterruptedException {
        send("DELETE", "/" + INDEX, "");
        send("PUT", "/" + INDEX, SETTINGS);
    }

    /** Sends a bulk request. */
    CompletableFuture<HttpResponse<byte[]>> bulk(byte[] lines) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(stack.elasticsearch().url() + "/_bulk?filter_path=errors,items.*.status"))
                .header("Content-Type", "application/x-ndjson")
                .timeout(Duration.ofMinutes(1))
                .POST(BodyPublishers.ofByteArray(lines))
                .build();
        return http.sendAsync(request, BodyHandlers.ofByteArray());
    }

    private void send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(stack.elasticsearch().url() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        http.send(request, BodyHandlers.discarding());
    }

    /** The processor time that the worker has taken so far. */
    Duration workersTime() {
        return ProcessHandle.of(stack.connect().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow();
    }

    @Override
    public void close() {
        stack.close();
    }
}
