package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads what stands in the index of products. */
final class Catalogue {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;

    Catalogue(String elasticsearchUrl) {
        this.url = elasticsearchUrl;
    }

    /** Every document with its version; there are far fewer than one search returns. */
    List<Fact> documents() throws IOException {
        ask("POST", "/products/_refresh");
        List<Fact> documents = new ArrayList<>();
        for (JsonNode hit : ask("GET", "/products/_search?size=10000&version=true")
                .path("hits")
                .path("hits")) {
            JsonNode product = hit.path("_source");
            documents.add(new Fact(
                    hit.path("_id").asText(),
                    Truth.document(
                            hit.path("_version").asLong(),
                            product.path("name").asText(),
                            product.path("priceCents").asLong())));
        }
        return documents;
    }

    private JsonNode ask(String method, String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(LIMIT)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException(method + " " + path + " answers " + answer.statusCode() + ": " + answer.body());
            }
            return json.readTree(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted during " + method + " " + path, e);
        }
    }
}
