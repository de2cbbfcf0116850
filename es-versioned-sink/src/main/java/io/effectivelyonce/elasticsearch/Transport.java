package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.Answer.Loss;
import io.effectivelyonce.elasticsearch.http.Connection;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * HTTP to the nodes, any number of requests at a time. Plain media types and no client library: the vendor types and clients each work
 * with some of the server lines only.
 */
final class Transport {
    /** Far more than a sound answer has; what is longer is not read into memory. */
    private static final long ANSWER_BYTES = 16L * 1024 * 1024;

    private final HttpClient client;
    private final Nodes nodes;
    private final Connection connection;
    private final Duration timeout;

    private volatile boolean closed;
    private final Map<Object, CompletableFuture<?>> underWay = new ConcurrentHashMap<>();

    /**
     * @param connect how long a connection may take
     * @param timeout how long a request may take from its start to the last byte of its answer
     */
    Transport(List<URI> nodes, Connection connection, Duration connect, Duration timeout) {
        this.client = connection
                .client()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connect)
                .build();
        this.nodes = new Nodes(nodes);
        this.connection = connection;
        this.timeout = timeout;
    }

    static Transport of(ElasticsearchSinkConfig config) {
        return new Transport(config.nodes(), config.connection(), config.connectTimeout(), config.readTimeout());
    }

    /** Posts to the first node that lets itself be connected to. */
    Answer post(String pathAndQuery, Body ndjson) throws InterruptedException {
        return send(nodes.inOrder(), EnumSet.of(Loss.NOT_CONNECTED), pathAndQuery, posting(ndjson), atMost(ndjson));
    }

    /** Posts to this node, and to no other. */
    Answer postTo(URI node, String pathAndQuery, Body ndjson) throws InterruptedException {
        return send(List.of(node), Set.of(), pathAndQuery, posting(ndjson), atMost(ndjson));
    }

    private static HttpRequest.Builder posting(Body ndjson) {
        HttpRequest.Builder request = HttpRequest.newBuilder()
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofByteArray(ndjson.bytes()));
        ndjson.encoding().ifPresent(encoding -> request.header("Content-Encoding", encoding));
        return request;
    }

    /** An answer may quote each document that was sent, with each character escaped. */
    private static long atMost(Body sent) {
        return ANSWER_BYTES + 8L * sent.plainLength();
    }

    /** Gets from the first node that answers. */
    Answer get(String pathAndQuery) throws InterruptedException {
        return ask("GET", pathAndQuery, "");
    }

    /**
     * Asks the first node that answers: for what may be done twice.
     *
     * @param json the body; empty for none
     */
    Answer ask(String method, String pathAndQuery, String json) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder()
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
        if (!json.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        return send(nodes.inOrder(), EnumSet.allOf(Loss.class), pathAndQuery, request, ANSWER_BYTES);
    }

    private Answer send(
            List<URI> inOrder, Set<Loss> passOver, String pathAndQuery, HttpRequest.Builder request, long atMost)
            throws InterruptedException {
        Answer answer = null;
        for (URI node : inOrder) {
            answer = exchange(node, pathAndQuery, request, atMost);
            if (answer instanceof Answer.Answered) {
                nodes.reachable(node);
                return answer;
            }
            nodes.unreachable(node);
            if (closed || !passOver.contains(((Answer.Unanswered) answer).loss())) {
                return answer;
            }
        }
        return answer;
    }

    private Answer exchange(URI node, String pathAndQuery, HttpRequest.Builder builder, long atMost)
            throws InterruptedException {
        HttpRequest.Builder request =
                builder.copy().uri(URI.create(node + pathAndQuery)).timeout(timeout);
        connection.headers().forEach(request::setHeader);
        CompletableFuture<HttpResponse<byte[]>> future =
                client.sendAsync(request.build(), head -> new BoundedBody(atMost));
        Object exchange = new Object();
        underWay.put(exchange, future);
        try {
            if (closed) {
                throw new CancellationException();
            }
            // the request's own timeout ends with the headers on some JDKs; this one covers the body as well
            HttpResponse<byte[]> response = future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer.Answered(node, response.statusCode(), response.body());
        } catch (TimeoutException e) {
            return new Answer.Unanswered(node, Loss.TOO_LATE, "no answer within " + timeout.toMillis() + " ms");
        } catch (CancellationException e) {
            return new Answer.Unanswered(node, Loss.TOO_LATE, "given up");
        } catch (ExecutionException e) {
            return unanswered(node, e.getCause());
        } finally {
            future.cancel(true);
            underWay.remove(exchange);
        }
    }

    private static Answer unanswered(URI node, Throwable cause) {
        String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        return new Answer.Unanswered(node, loss(cause), cause.getClass().getSimpleName() + message);
    }

    private static Loss loss(Throwable cause) {
        if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
            return Loss.NOT_CONNECTED;
        }
        if (cause instanceof HttpTimeoutException) {
            return Loss.TOO_LATE;
        }
        return isDistrust(cause) ? Loss.UNTRUSTED : Loss.CUT;
    }

    private static boolean isDistrust(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    /** Gives up what is under way; its outcome is unknown. */
    void close() {
        closed = true;
        underWay.values().forEach(future -> future.cancel(true));
    }
}
