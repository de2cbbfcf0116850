package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As much of Apicurio Registry's version 2 interface as its converter asks for: it registers schemas and looks them up by their number. */
final class SchemaRegistry implements AutoCloseable {
    private static final String BASE = "/apis/registry/v2";
    private static final Pattern LOOK_UP = Pattern.compile(BASE + "/ids/(?:globalIds|contentIds)/(\\d+)(/references)?");

    private final ObjectMapper json = new ObjectMapper();
    private final List<Artifact> artifacts = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    /** A schema under the name that the converter gave it. */
    record Artifact(String id, String schema) {}

    private record Answer(int status, String text) {}

    SchemaRegistry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(BASE, this::serve);
        server.start();
    }

    /** What a converter's {@code apicurio.registry.url} is set to. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + BASE;
    }

    /** Everything that was registered; the number of a schema is its position, counted from one. */
    List<Artifact> artifacts() {
        return List.copyOf(artifacts);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answer(exchange);
            byte[] text = answer.text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.status(), text.length);
            exchange.getResponseBody().write(text);
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Matcher lookUp = LOOK_UP.matcher(path);
        if (lookUp.matches()) {
            int number = Integer.parseInt(lookUp.group(1));
            if (number < 1 || number > artifacts.size()) {
                return new Answer(404, "{\"error_code\":404,\"message\":\"no such schema\"}");
            }
            return new Answer(
                    200, lookUp.group(2) == null ? artifacts.get(number - 1).schema() : "[]");
        }
        if (exchange.getRequestMethod().equals("POST") && path.endsWith("/artifacts")) {
            return register(exchange);
        }
        return new Answer(404, "{\"error_code\":404,\"message\":\"nothing here\"}");
    }

    private synchronized Answer register(HttpExchange exchange) throws IOException {
        String name = exchange.getRequestHeaders().getFirst("X-Registry-ArtifactId");
        Artifact artifact = new Artifact(
                name,
                schema(
                        exchange.getRequestHeaders().getFirst("Content-Type"),
                        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        if (!artifacts.contains(artifact)) {
            artifacts.add(artifact);
        }
        int number = artifacts.indexOf(artifact) + 1;
        return new Answer(
                200,
                json.createObjectNode()
                        .put("groupId", "default")
                        .put("id", name)
                        .put("version", "1")
                        .put("type", "AVRO")
                        .put("state", "ENABLED")
                        .put("globalId", number)
                        .put("contentId", number)
                        .toString());
    }

    /** A schema that refers to others comes wrapped with the list of them. */
    private String schema(String contentType, String body) throws IOException {
        if (contentType == null || !contentType.contains("extended")) {
            return body;
        }
        JsonNode wrapped = json.readTree(body);
        return wrapped.path("content").asText();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
