package io.effectivelyonce.compatibility.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Asks a running Prometheus. */
final class PrometheusApi {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;

    PrometheusApi(String url) {
        this.url = url;
    }

    /** The labels of each series that the expression has had a value of since then. */
    List<Map<String, String>> seriesSince(Instant since, String expression) {
        JsonNode result = get("/api/v1/query_range?step=1&start=" + since.getEpochSecond() + "&end="
                        + Instant.now().plusSeconds(1).getEpochSecond() + "&query="
                        + URLEncoder.encode(expression, StandardCharsets.UTF_8))
                .path("result");
        List<Map<String, String>> series = new ArrayList<>();
        for (JsonNode each : result) {
            Map<String, String> labels = new TreeMap<>();
            each.path("metric")
                    .properties()
                    .forEach(
                            label -> labels.put(label.getKey(), label.getValue().asText()));
            series.add(labels);
        }
        return series;
    }

    /** The names of all metrics that it has. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        get("/api/v1/label/__name__/values").forEach(name -> names.add(name.asText()));
        return names;
    }

    private JsonNode get(String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                    .timeout(LIMIT)
                    .build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new AssertionError(path + " answers " + answer.statusCode() + ": " + answer.body());
            }
            return json.readTree(answer.body()).path("data");
        } catch (IOException e) {
            throw new AssertionError(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(path, e);
        }
    }
}
