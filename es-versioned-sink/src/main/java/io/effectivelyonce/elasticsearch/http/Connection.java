package io.effectivelyonce.elasticsearch.http;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;

/** How the nodes are talked to: everything about a request that isn't what it asks. Prints nothing of itself. */
public final class Connection {
    private final Tls tls;
    private final Optional<InetSocketAddress> proxy;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final String credentialsKey;
    private final String trustKey;

    private Connection(AbstractConfig values, Tls tls) {
        this.tls = tls;
        String host = values.getString(SecurityOptions.PROXY_HOST);
        // resolved at each connection by the proxy selector's user, so that a proxy may move
        this.proxy = host.isEmpty()
                ? Optional.empty()
                : Optional.of(InetSocketAddress.createUnresolved(host, values.getInt(SecurityOptions.PROXY_PORT)));
        headers.putAll(OwnHeaders.in(values.originalsStrings()));
        authorization(values).ifPresent(value -> headers.put("Authorization", value));
        basic(values, SecurityOptions.PROXY_USERNAME, SecurityOptions.PROXY_PASSWORD)
                .ifPresent(value -> headers.put("Proxy-Authorization", value));
        this.credentialsKey = credentialsKey(values);
        this.trustKey = trustKey(values);
    }

    /**
     * Reads the options, and the files that they name.
     *
     * @throws ConfigException naming the option that can't be used
     */
    public static Connection of(AbstractConfig values) {
        try {
            return new Connection(values, Tls.of(values));
        } catch (BadOption e) {
            throw new ConfigException(e.key() + ": " + e.getMessage());
        }
    }

    /** A client that trusts, shows itself and goes through the proxy as configured. */
    public HttpClient.Builder client() {
        HttpClient.Builder client =
                HttpClient.newBuilder().sslContext(tls.context()).sslParameters(tls.parameters());
        proxy.ifPresent(address -> client.proxy(ProxySelector.of(address)));
        return client;
    }

    /** The headers that go with every request; they hold secrets. */
    public Map<String, String> headers() {
        return Map.copyOf(headers);
    }

    /** Whether there is anybody whose privileges could be asked for. */
    public boolean hasCredentials() {
        return headers.containsKey("Authorization");
    }

    /** The option that a refusal of the credentials, or a missing privilege, points to. */
    public String credentialsKey() {
        return credentialsKey;
    }

    /** The option that a certificate that isn't trusted points to. */
    public String trustKey() {
        return trustKey;
    }

    private static Optional<String> authorization(AbstractConfig values) {
        String apiKey = values.getPassword(SecurityOptions.API_KEY).value();
        if (!apiKey.isEmpty()) {
            return Optional.of("ApiKey " + apiKey);
        }
        String token = values.getPassword(SecurityOptions.BEARER).value();
        if (!token.isEmpty()) {
            return Optional.of("Bearer " + token);
        }
        return basic(values, SecurityOptions.USERNAME, SecurityOptions.PASSWORD);
    }

    private static Optional<String> basic(AbstractConfig values, String userKey, String passwordKey) {
        String user = values.getString(userKey);
        if (user.isEmpty()) {
            return Optional.empty();
        }
        String pair = user + ":" + values.getPassword(passwordKey).value();
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    private static String credentialsKey(AbstractConfig values) {
        if (!values.getPassword(SecurityOptions.API_KEY).value().isEmpty()) {
            return SecurityOptions.API_KEY;
        }
        return values.getPassword(SecurityOptions.BEARER).value().isEmpty()
                ? SecurityOptions.USERNAME
                : SecurityOptions.BEARER;
    }

    private static String trustKey(AbstractConfig values) {
        if (!values.getString(SecurityOptions.FINGERPRINT).isEmpty()) {
            return SecurityOptions.FINGERPRINT;
        }
        return values.getPassword(SecurityOptions.TRUSTED_PEM).value().isEmpty()
                ? SecurityOptions.TRUSTSTORE
                : SecurityOptions.TRUSTED_PEM;
    }
}
