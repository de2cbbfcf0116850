package io.effectivelyonce.elasticsearch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** A server with TLS and a doorman in front of a real one, as clusters with security are. */
final class SecureFront implements AutoCloseable {
    private final HttpsServer https;
    private final HttpClient inside = HttpClient.newHttpClient();
    private final String server;

    /** What the doorman wants to see in the header {@code Authorization}; empty: nothing. */
    private volatile String wanted = "";

    private final Map<String, String> lastHeaders = new ConcurrentHashMap<>();

    /**
     * @param key the server's own key
     * @param clients whose clients are let in; null for anybody's
     */
    SecureFront(String server, Path key, Path clients) throws IOException, GeneralSecurityException {
        this.server = server;
        SSLContext context = context(key, clients);
        https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        https.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters secure = context.getDefaultSSLParameters();
                secure.setNeedClientAuth(clients != null);
                parameters.setSSLParameters(secure);
            }
        });
        https.createContext("/", this::pass);
        https.start();
    }

    private static SSLContext context(Path key, Path clients) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(Certificates.load(key), Certificates.PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(clients == null ? null : Certificates.load(clients));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    String url() {
        return "https://127.0.0.1:" + https.getAddress().getPort();
    }

    SecureFront demand(String authorization) {
        wanted = authorization;
        return this;
    }

    /** A header of the last request. */
    String header(String name) {
        return lastHeaders.getOrDefault(name, "");
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.getRequestHeaders().forEach((name, values) -> lastHeaders.put(name, values.get(0)));
            if (!wanted.isEmpty() && !wanted.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + exchange.getRequestURI()))
                    .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            if (type != null) {
                request.header("Content-Type", type);
            }
            HttpResponse<byte[]> answer = inside.send(request.build(), BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        https.stop(0);
    }
}
