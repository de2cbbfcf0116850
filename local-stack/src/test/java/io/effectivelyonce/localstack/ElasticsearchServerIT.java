package io.effectivelyonce.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElasticsearchServerIT {
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @Test
    void theNewestLineKeepsDocumentsThroughKillFreezeAndRestart() throws Exception {
        assumeThat(ElasticsearchLine.NEWEST.runsHere()).isTrue();
        try (LocalStack stack = LocalStack.in(folder)
                .elasticsearch(settings -> settings.set("thread_pool.write.queue_size", 17))
                .start()) {
            ElasticsearchServer server = stack.elasticsearch();
            assertThat(server.version()).startsWith("9.");
            keepsDocuments(server);
            server.restart();
            assertThat(send("GET", server.url() + "/products/_doc/p1", "").body())
                    .contains("five");
        }
    }

    @Test
    void theLineForJdk17DoesTheSame() throws Exception {
        try (LocalStack stack = LocalStack.in(folder)
                .elasticsearch(settings -> settings.onJdk17().set("thread_pool.write.queue_size", 17))
                .start()) {
            assertThat(stack.elasticsearch().version()).startsWith("8.");
            keepsDocuments(stack.elasticsearch());
        }
    }

    private void keepsDocuments(ElasticsearchServer server) throws Exception {
        String url = server.url();
        assertThat(send("GET", url + "/", "").body()).contains("\"number\":\"" + server.version() + "\"");
        assertThat(send("GET", url + "/_cluster/settings?include_defaults&filter_path=**.write.queue_size", "")
                        .body())
                .contains("\"17\"");

        String versioned = url + "/products/_doc/p1?version_type=external&version=";
        assertThat(send("PUT", versioned + 5, "{\"name\":\"five\"}").statusCode())
                .isEqualTo(201);
        server.kill();
        assertThat(server.isRunning()).isFalse();
        server.start();
        assertThat(send("PUT", versioned + 4, "{\"name\":\"four\"}").statusCode())
                .isEqualTo(409);
        assertThat(send("GET", url + "/products/_doc/p1", "").body()).contains("five");

        assertThat(server.url()).isEqualTo(url);

        server.freeze();
        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(request("GET", url + "/", ""), HttpResponse.BodyHandlers.ofString());
        Awaitility.await()
                .during(Duration.ofMillis(500))
                .atMost(Duration.ofSeconds(5))
                .until(() -> !answer.isDone());
        server.thaw();
        assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> send(String method, String url, String body) throws Exception {
        return http.send(request(method, url, body), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(String method, String url, String body) {
        return HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
    }
}
