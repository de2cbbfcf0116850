package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.effectivelyonce.localstack.ElasticsearchLine;
import io.effectivelyonce.localstack.ElasticsearchSecurity;
import io.effectivelyonce.localstack.ElasticsearchServer;
import io.effectivelyonce.localstack.ElasticsearchSettings;
import io.effectivelyonce.localstack.LocalStack;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** A server, and what tests ask it and do to it. */
final class RealServer implements AutoCloseable {
    private static RealServer shared;

    private final LocalStack stack;
    private final ElasticsearchServer server;
    private final HttpClient http;
    private final Map<String, String> headers;
    private final ObjectMapper json = new ObjectMapper();

    private RealServer(Consumer<ElasticsearchSettings> changes) throws IOException {
        this(changes, HttpClient.newHttpClient(), Map.of());
    }

    private RealServer(Consumer<ElasticsearchSettings> changes, HttpClient http, Map<String, String> headers)
            throws IOException {
        this.http = http;
        this.headers = headers;
        stack = LocalStack.in(Files.createTempDirectory("es-versioned-sink"))
                .elasticsearch(changes)
                .start();
        server = stack.elasticsearch();
    }

    /** One Elasticsearch for all tests of this JVM, with which it ends. */
    static synchronized RealServer shared() throws IOException {
        if (shared == null) {
            shared = new RealServer(settings -> line(settings).set("http.max_content_length", "2mb"));
        }
        return shared;
    }

    /** A server of that line, to be closed. */
    static RealServer of(ElasticsearchLine line) throws IOException {
        return new RealServer(settings -> settings.line(line));
    }

    /** One with security, to which the tests speak as somebody who may do everything; to be closed. */
    static RealServer secured(ElasticsearchSecurity security, Map<String, String> settings, String authorization)
            throws IOException {
        return new RealServer(
                node -> settings.forEach(node.secured(security)::set),
                HttpClient.newBuilder().sslContext(security.trust()).build(),
                Map.of("Authorization", authorization));
    }

    /** The newest line, or the one that {@code -Delasticsearch.line=JDK17} names. */
    private static ElasticsearchSettings line(ElasticsearchSettings settings) {
        String named = System.getProperty("elasticsearch.line");
        return named == null ? settings : settings.line(ElasticsearchLine.valueOf(named));
    }

    @Override
    public void close() {
        stack.close();
    }

    String url() {
        return server.url();
    }

    /** The process, to be killed and frozen. */
    ElasticsearchServer process() {
        return server;
    }

    /** The document, or a missing node. */
    JsonNode document(String index, String id) {
        return ask("GET", "/" + index + "/_doc/" + id, "");
    }

    /** The name in the document. */
    String nameOf(String index, String id) {
        return document(index, id).path("_source").path("name").asText();
    }

    long versionOf(String index, String id) {
        return document(index, id).path("_version").asLong();
    }

    /** How many documents an index has, after a refresh. */
    long count(String index) {
        ask("POST", "/" + index + "/_refresh", "");
        return ask("GET", "/" + index + "/_count", "").path("count").asLong();
    }

    /** How many documents of a refreshed index have this name. */
    long countNamed(String index, String name) {
        return ask("GET", "/" + index + "/_count?q=name:" + name, "")
                .path("count")
                .asLong();
    }

    /** Lets the server forget the versions of deleted documents, as it does by itself after a while. */
    void forgetDeletes(String index) {
        ask("PUT", "/" + index + "/_settings", "{\"index.gc_deletes\":\"0ms\"}");
        ask("POST", "/" + index + "/_close", "");
        ask("POST", "/" + index + "/_open?wait_for_active_shards=1", "");
    }

    JsonNode ask(String method, String path, String body) {
        try {
            return json.readTree(send(method, path, body));
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path, e);
        }
    }

    /** The answer to a GET, to the letter. */
    String text(String path) {
        return send("GET", path, "");
    }

    private String send(String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            return http.send(request.build(), BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
