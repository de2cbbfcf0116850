package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Talks to Elasticsearch as a person with curl would. */
public final class SearchApi {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;

    /** {@code url} without a slash at the end. */
    public SearchApi(String url) {
        this.url = url;
    }

    /** Sends a request without a body. */
    public JsonNode ask(String method, String path) throws IOException {
        return ask(method, path, "");
    }

    /**
     * Sends a request.
     *
     * @throws IOException if the answer isn't a good one
     */
    public JsonNode ask(String method, String path, String body) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(LIMIT)
                .header("Content-Type", path.contains("_bulk") ? "application/x-ndjson" : "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new IOException(method + " " + path + " answers " + answer.statusCode() + ": " + answer.body());
            }
            return json.readTree(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted during " + method + " " + path, e);
        }
    }
}
