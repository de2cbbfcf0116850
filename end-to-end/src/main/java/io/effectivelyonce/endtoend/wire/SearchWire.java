package io.effectivelyonce.endtoend.wire;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A wire to Elasticsearch that passes requests on, and may swallow an answer or refuse to pass anything on for a while. */
public final class SearchWire implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int TOO_MANY_REQUESTS = 429;
    private static final byte[] REFUSAL = ("{\"error\":{\"type\":\"es_rejected_execution_exception\","
                    + "\"reason\":\"rejected execution of coordinating operation\"},\"status\":429}")
            .getBytes(StandardCharsets.UTF_8);

    private final String server;
    private final HttpClient http = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "search-wire");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpServer listening;
    private final AtomicBoolean loseBulk = new AtomicBoolean();
    private final Semaphore lost = new Semaphore(0);
    private final Semaphore refused = new Semaphore(0);
    private volatile boolean refusing;

    /** Listens at a port of its own; {@code server} is the real one's address. It may come and go. */
    public SearchWire(String server) {
        this.server = server;
        try {
            listening = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        listening.createContext("/", this::serve);
        listening.setExecutor(threads);
        listening.start();
    }

    /** Where the sink sends its requests. */
    public String url() {
        return "http://127.0.0.1:" + listening.getAddress().getPort();
    }

    /**
     * Lets the next bulk request be carried out, and closes the connection instead of answering.
     *
     * @return whether there was one within the time
     */
    public boolean loseTheAnswerToABulk(Duration within) {
        lost.drainPermits();
        loseBulk.set(true);
        boolean happened = acquired(lost, within);
        loseBulk.set(false);
        return happened;
    }

    /**
     * Answers everything with status 429 until told otherwise.
     *
     * @return whether a bulk request was refused within the time
     */
    public boolean refuse(Duration within) {
        refused.drainPermits();
        refusing = true;
        return acquired(refused, within);
    }

    /** Refuses nothing any more. */
    public void acceptAgain() {
        refusing = false;
    }

    private static boolean acquired(Semaphore semaphore, Duration within) {
        try {
            return semaphore.tryAcquire(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        boolean bulk = exchange.getRequestURI().getPath().endsWith("/_bulk");
        if (refusing) {
            if (bulk) {
                refused.release();
            }
            answer(exchange, TOO_MANY_REQUESTS, REFUSAL);
            return;
        }
        HttpResponse<byte[]> answer;
        try {
            answer = http.send(request(exchange, body), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            // the server is down or in no state to answer: neither is this wire
            exchange.close();
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.close();
            return;
        }
        if (bulk && answer.statusCode() == 200 && loseBulk.compareAndSet(true, false)) {
            exchange.close();
            lost.release();
            return;
        }
        answer.headers()
                .firstValue("X-elastic-product")
                .ifPresent(product -> exchange.getResponseHeaders().set("X-elastic-product", product));
        answer(exchange, answer.statusCode(), answer.body());
    }

    private HttpRequest request(HttpExchange exchange, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + exchange.getRequestURI()))
                .timeout(PATIENCE)
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        for (String header : List.of("Content-Type", "Accept", "Authorization")) {
            List<String> values = exchange.getRequestHeaders().getOrDefault(header, List.of());
            values.forEach(value -> request.header(header, value));
        }
        return request.build();
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        listening.stop(0);
        threads.shutdownNow();
    }
}
