package io.effectivelyonce.elasticsearch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * HTTP to the nodes, one request at a time. Plain media types and no client library: the vendor types and clients each work
 * with some of the server lines only.
 */
final class Transport {
    private final HttpClient client;
    private final Nodes nodes;
    private final Optional<String> authorization;
    private final Duration timeout;

    private volatile boolean closed;
    private volatile CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

    /**
     * @param connect how long a connection may take
     * @param timeout how long a request may take from its start to the last byte of its answer
     */
    Transport(List<URI> nodes, Optional<String> authorization, Duration connect, Duration timeout) {
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connect)
                .build();
        this.nodes = new Nodes(nodes);
        this.authorization = authorization;
        this.timeout = timeout;
    }

    static Transport of(ElasticsearchSinkConfig config) {
        return new Transport(config.nodes(), config.authorization(), config.connectTimeout(), config.readTimeout());
    }

    Answer post(String pathAndQuery, byte[] ndjson) throws InterruptedException {
        return send(
                pathAndQuery,
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/x-ndjson")
                        .POST(BodyPublishers.ofByteArray(ndjson)));
    }

    Answer get(String pathAndQuery) throws InterruptedException {
        return send(pathAndQuery, HttpRequest.newBuilder().GET());
    }

    /** Sends to the first node that lets itself be connected to; nothing has been sent to those before it. */
    private Answer send(String pathAndQuery, HttpRequest.Builder request) throws InterruptedException {
        Answer answer = null;
        for (URI node : nodes.inOrder()) {
            answer = exchange(node, pathAndQuery, request);
            if (answer instanceof Answer.Answered) {
                nodes.reachable(node);
                return answer;
            }
            nodes.unreachable(node);
            if (((Answer.Unanswered) answer).cut() || closed) {
                return answer;
            }
        }
        return answer;
    }

    private Answer exchange(URI node, String pathAndQuery, HttpRequest.Builder builder) throws InterruptedException {
        HttpRequest.Builder request =
                builder.copy().uri(URI.create(node + pathAndQuery)).timeout(timeout);
        authorization.ifPresent(value -> request.setHeader("Authorization", value));
        CompletableFuture<HttpResponse<byte[]>> future = client.sendAsync(request.build(), BodyHandlers.ofByteArray());
        underWay = future;
        try {
            if (closed) {
                throw new CancellationException();
            }
            // the request's own timeout ends with the headers on some JDKs; this one covers the body as well
            HttpResponse<byte[]> response = future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer.Answered(node, response.statusCode(), response.body());
        } catch (TimeoutException e) {
            return new Answer.Unanswered(node, "no answer within " + timeout.toMillis() + " ms", false);
        } catch (CancellationException e) {
            return new Answer.Unanswered(node, "cancelled", false);
        } catch (ExecutionException e) {
            return unanswered(node, e.getCause());
        } finally {
            future.cancel(true);
        }
    }

    private static Answer unanswered(URI node, Throwable cause) {
        boolean cut = cause instanceof IOException
                && !(cause instanceof ConnectException)
                && !(cause instanceof HttpConnectTimeoutException)
                && !(cause instanceof HttpTimeoutException);
        String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        return new Answer.Unanswered(node, cause.getClass().getSimpleName() + message, cut);
    }

    /** Gives up what is under way; its outcome is unknown. */
    void close() {
        closed = true;
        underWay.cancel(true);
    }
}
