package io.effectivelyonce.localstack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * HTTP and JSON with a worker. A request is repeated for a while when the worker isn't listening, is starting, or can't decide
 * because its cluster is rebalancing: each request that Connect takes may be sent twice.
 */
final class RestClient {
    private static final Duration REQUEST = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CONFLICT = 409;
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    /** What stands in answers with status 500 that are worth a repetition. */
    private static final List<String> UNDECIDED = List.of("timed out", "trying to forward", "can be safely retried");

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http;
    private final String url;
    private final Door door;

    RestClient(String url, Door door) {
        this.url = url;
        this.door = door;
        this.http = door.client();
    }

    ObjectMapper json() {
        return json;
    }

    /** Sends once and takes what comes. */
    HttpResponse<String> send(String method, String path, Object body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(REQUEST)
                .header("Content-Type", "application/json")
                .method(method, publisher(body));
        door.authorization().ifPresent(credentials -> request.header("Authorization", credentials));
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted during " + method + " " + path, e);
        }
    }

    private HttpRequest.BodyPublisher publisher(Object body) throws JsonProcessingException {
        if (body == null) {
            return HttpRequest.BodyPublishers.noBody();
        }
        return HttpRequest.BodyPublishers.ofString(body instanceof String text ? text : json.writeValueAsString(body));
    }

    /** Sends until the worker has decided, and demands success. */
    JsonNode ask(String method, String path, Object body) {
        return ask(method, path, body, RestClient::isUndecided);
    }

    /** The same with another idea of which answers are worth a repetition. */
    JsonNode ask(String method, String path, Object body, Predicate<HttpResponse<String>> again) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            boolean last = System.nanoTime() - end > 0;
            try {
                HttpResponse<String> answer = send(method, path, body);
                if (last || !again.test(answer)) {
                    return content(method, path, answer);
                }
            } catch (IOException e) {
                if (last) {
                    throw new RestFailedException(method + " " + url + path + " failed: " + e, e);
                }
            }
            Wait.pause();
        }
    }

    /**
     * A rebalance, a start, a herder that was too busy to answer in the worker's own time, a leader that is gone and not missed yet,
     * or a broker that is away.
     */
    static boolean isUndecided(HttpResponse<String> answer) {
        int status = answer.statusCode();
        return status == CONFLICT
                || status == UNAVAILABLE
                || (status == SERVER_ERROR && UNDECIDED.stream().anyMatch(answer.body()::contains));
    }

    private JsonNode content(String method, String path, HttpResponse<String> answer) {
        if (answer.statusCode() / 100 != 2) {
            throw new RestFailedException(
                    answer.statusCode(),
                    method + " " + url + path + " answers " + answer.statusCode() + ": " + answer.body());
        }
        try {
            return answer.body().isBlank() ? MissingNode.getInstance() : json.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new RestFailedException(method + " " + url + path + " answers no JSON: " + answer.body(), e);
        }
    }
}
