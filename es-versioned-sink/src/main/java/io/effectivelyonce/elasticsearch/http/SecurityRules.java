package io.effectivelyonce.elasticsearch.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** What the definitions of single options can't see about credentials, TLS and proxies. */
public final class SecurityRules {
    private static final List<String> ONLY_FOR_TLS = List.of(
            SecurityOptions.FINGERPRINT,
            SecurityOptions.TRUSTED_PEM,
            SecurityOptions.TRUSTSTORE,
            SecurityOptions.KEYSTORE,
            SecurityOptions.KEY_PEM);

    private final Map<String, String> props;
    private final List<String> urls;
    private final Map<String, String> problems = new TreeMap<>();

    private SecurityRules(Map<String, String> props, List<String> urls) {
        this.props = props;
        this.urls = urls;
    }

    /**
     * The problems, each on the key that causes it.
     *
     * @param urls the addresses of the nodes
     */
    public static Map<String, String> problems(Map<String, String> props, List<String> urls) {
        SecurityRules rules = new SecurityRules(props, urls);
        rules.credentials();
        rules.headers();
        rules.tls();
        rules.proxy();
        return rules.problems;
    }

    private void credentials() {
        List<String> tokens = Stream.of(SecurityOptions.API_KEY, SecurityOptions.BEARER)
                .filter(this::given)
                .toList();
        boolean user = given(SecurityOptions.USERNAME);
        boolean password = given(SecurityOptions.PASSWORD);
        if (tokens.size() > 1) {
            problems.put(
                    SecurityOptions.BEARER, "goes instead of " + SecurityOptions.API_KEY + "; remove one of the two");
        }
        if (!tokens.isEmpty() && (user || password)) {
            problems.put(
                    tokens.get(0),
                    "goes instead of " + SecurityOptions.USERNAME + " and " + SecurityOptions.PASSWORD
                            + "; remove one of the two");
        } else {
            pair(SecurityOptions.USERNAME, SecurityOptions.PASSWORD);
        }
    }

    private void pair(String userKey, String passwordKey) {
        if (given(passwordKey) && !given(userKey)) {
            problems.put(userKey, "is needed beside " + passwordKey);
        } else if (given(userKey) && !given(passwordKey)) {
            problems.put(passwordKey, "is needed beside " + userKey);
        }
    }

    private void headers() {
        boolean credentials =
                given(SecurityOptions.USERNAME) || given(SecurityOptions.API_KEY) || given(SecurityOptions.BEARER);
        OwnHeaders.in(props)
                .forEach((name, value) -> OwnHeaders.problem(name, value, credentials)
                        .ifPresent(what -> problems.put(SecurityOptions.HEADER_PREFIX + name, what)));
    }

    private void tls() {
        if ("ssl".equalsIgnoreCase(text(SecurityOptions.PROTOCOL))
                && urls.stream().anyMatch(url -> !isHttps(url))) {
            problems.put(
                    SecurityOptions.PROTOCOL,
                    "is SSL, and an address in connection.url doesn't begin with https:; it would be talked to in the clear");
        }
        if (given(SecurityOptions.KEY_PEM) != given(SecurityOptions.CHAIN_PEM)) {
            String missing = given(SecurityOptions.KEY_PEM) ? SecurityOptions.CHAIN_PEM : SecurityOptions.KEY_PEM;
            problems.put(missing, "is needed: a client shows its key and its certificate together");
        }
        List<String> trust = Stream.of(
                        SecurityOptions.FINGERPRINT, SecurityOptions.TRUSTED_PEM, SecurityOptions.TRUSTSTORE)
                .filter(this::given)
                .toList();
        if (trust.size() > 1) {
            problems.put(trust.get(0), "goes instead of " + trust.get(1) + "; remove one of the two");
        }
        if (urls.stream().noneMatch(SecurityRules::isHttps)) {
            ONLY_FOR_TLS.stream()
                    .filter(this::given)
                    .forEach(
                            key -> problems.put(key, "has no effect: no address in connection.url begins with https:"));
        } else if (problems.isEmpty()) {
            files();
        }
    }

    private void files() {
        ConfigDef definitions = new ConfigDef();
        SecurityOptions.addTo(definitions);
        try {
            Tls.of(new AbstractConfig(definitions, props, false));
        } catch (BadOption e) {
            problems.put(e.key(), e.getMessage());
        } catch (ConfigException e) {
            return; // the definition of the option says so already
        }
    }

    private void proxy() {
        pair(SecurityOptions.PROXY_USERNAME, SecurityOptions.PROXY_PASSWORD);
        if (!given(SecurityOptions.PROXY_HOST)) {
            Stream.of(SecurityOptions.PROXY_USERNAME, SecurityOptions.PROXY_PASSWORD)
                    .filter(this::given)
                    .findFirst()
                    .ifPresent(key -> problems.put(SecurityOptions.PROXY_HOST, "is needed beside " + key));
        } else if (given(SecurityOptions.PROXY_USERNAME)
                && urls.stream().anyMatch(SecurityRules::isHttps)
                && !Optional.ofNullable(System.getProperty("jdk.http.auth.tunneling.disabledSchemes"))
                        .filter(disabled -> !disabled.toLowerCase(Locale.ROOT).contains("basic"))
                        .isPresent()) {
            problems.put(
                    SecurityOptions.PROXY_USERNAME,
                    "can't be sent to a proxy in front of https nodes, since the JVM won't; start the workers with"
                            + " -Djdk.http.auth.tunneling.disabledSchemes= (empty), or let the proxy take them without a"
                            + " password");
        }
    }

    private boolean given(String key) {
        return !text(key).isEmpty();
    }

    private String text(String key) {
        String value = props.get(key);
        return value == null ? "" : value.trim();
    }

    private static boolean isHttps(String url) {
        return url.trim().regionMatches(true, 0, "https:", 0, 6);
    }
}
