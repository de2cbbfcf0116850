package io.effectivelyonce.elasticsearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** Answers bulk requests by a script: for faults that a real server can't be made to show at will. */
final class ScriptedServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Bulk> received = new CopyOnWriteArrayList<>();

    /** An operation as it came in. */
    record Sent(String action, String index, String id, long version) {}

    /** A bulk request as it came in. */
    record Bulk(List<Sent> operations, String authorization, boolean compressed, int bytes) {
        List<String> ids() {
            return operations.stream().map(Sent::id).toList();
        }

        boolean has(String id) {
            return ids().contains(id);
        }
    }

    /** An answer. */
    record Reply(int status, String body) {}

    ScriptedServer(Function<Bulk, Reply> script) throws IOException {
        this(script, new Reply(200, "{\"version\":{\"number\":\"9.5.3\"}}"));
    }

    /** {@code greeting} is the answer at the address itself. */
    ScriptedServer(Function<Bulk, Reply> script, Reply greeting) throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        http.createContext("/", exchange -> answer(exchange, script, greeting));
        http.setExecutor(threads);
        http.start();
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** The bulk requests so far, in order. */
    List<Bulk> received() {
        return received;
    }

    /** Takes the request; each operation gets the status that the script gives. */
    static Reply items(Bulk bulk, Function<Sent, Integer> status) {
        return new Reply(
                200,
                bulk.operations().stream()
                        .map(sent -> "{\"" + sent.action() + "\":" + item(status.apply(sent)) + "}")
                        .collect(Collectors.joining(",", "{\"errors\":true,\"items\":[", "]}")));
    }

    /** Takes the request; each operation gets the error that the script gives for its version, or none. */
    static Reply conflicts(Bulk bulk, LongFunction<String> error) {
        return new Reply(
                200,
                bulk.operations().stream()
                        .map(sent -> "{\"" + sent.action() + "\":" + conflict(error.apply(sent.version())) + "}")
                        .collect(Collectors.joining(",", "{\"errors\":true,\"items\":[", "]}")));
    }

    private static String conflict(String error) {
        return error.isEmpty()
                ? item(200)
                : "{\"status\":409,\"error\":{\"type\":\"" + error + "\",\"reason\":\"current version [9999]\"}}";
    }

    static Reply allApplied(Bulk bulk) {
        return items(bulk, sent -> 200);
    }

    /** Refuses the request as a whole. */
    static Reply error(int status) {
        return new Reply(
                status, "{\"error\":{\"type\":\"some_exception\",\"reason\":\"x\"},\"status\":" + status + "}");
    }

    private static String item(int status) {
        return status < 300
                ? "{\"status\":" + status + "}"
                : "{\"status\":" + status + ",\"error\":{\"type\":\"some_exception\",\"reason\":\"x\"}}";
    }

    private void answer(HttpExchange exchange, Function<Bulk, Reply> script, Reply greeting) throws IOException {
        try (exchange) {
            boolean compressed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            InputStream sent = exchange.getRequestBody();
            byte[] body = (compressed ? new GZIPInputStream(sent) : sent).readAllBytes();
            Reply reply = new Reply(200, "{}");
            if (exchange.getRequestURI().getPath().equals("/")) {
                reply = greeting;
            } else if (exchange.getRequestURI().getPath().equals("/_bulk")) {
                Bulk bulk = new Bulk(
                        operations(body),
                        exchange.getRequestHeaders().getFirst("Authorization"),
                        compressed,
                        body.length);
                received.add(bulk);
                reply = script.apply(bulk);
            }
            byte[] answer = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private static List<Sent> operations(byte[] body) throws IOException {
        List<Sent> operations = new ArrayList<>();
        String[] lines = new String(body, StandardCharsets.UTF_8).split("\n", -1);
        for (int i = 0; i < lines.length - 1; i++) {
            String action = JSON.readTree(lines[i]).fieldNames().next();
            JsonNode meta = JSON.readTree(lines[i]).get(action);
            operations.add(new Sent(
                    action,
                    meta.get("_index").asText(),
                    meta.get("_id").asText(),
                    meta.path("version").asLong()));
            if (action.equals("index")) {
                i++;
            }
        }
        return operations;
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
