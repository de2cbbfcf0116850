package io.effectivelyonce.localstack;

import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a worker's REST interface is entered.
 *
 * @param trust         what its certificate is checked against; empty where it has none
 * @param authorization the header that lets requests in; empty where everybody may
 */
record Door(Optional<SSLContext> trust, Optional<String> authorization) {
    static final Door OPEN = new Door(Optional.empty(), Optional.empty());

    static Door secured(SSLContext trust, String user, String password) {
        byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new Door(
                Optional.of(trust), Optional.of("Basic " + Base64.getEncoder().encodeToString(credentials)));
    }

    String scheme() {
        return trust.isPresent() ? "https" : "http";
    }

    HttpClient client() {
        HttpClient.Builder client = HttpClient.newBuilder();
        trust.ifPresent(client::sslContext);
        return client.build();
    }
}
