package io.effectivelyonce.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** What a connection may not be told: credentials where the REST API shows them, and what breaks counts or atomicity. */
final class DriverRules {
    private static final String PREFIX = "jdbc:postgresql:";

    private record Rule(PGProperty property, String only, String why) {
        boolean allows(String value) {
            return only.equalsIgnoreCase(value);
        }
    }

    private static final Rule[] RULES = {
        new Rule(
                PGProperty.REWRITE_BATCHED_INSERTS,
                "false",
                "it merges the inserts of different events, and an event's own fault can't be told any more"),
        new Rule(PGProperty.AUTOSAVE, "never", "a failed statement must undo the whole transaction"),
        new Rule(PGProperty.READ_ONLY, "false", "the sink writes"),
        new Rule(
                PGProperty.DEFAULT_ROW_FETCH_SIZE,
                "0",
                "a statement that returns rows would stop half way, after the first of them"),
        new Rule(
                PGProperty.ADAPTIVE_FETCH,
                "false",
                "it fetches rows in pieces, and a statement that returns rows would stop half way"),
    };

    private DriverRules() {}

    /** The problems of {@code connection.*}, each on its key; no message holds a value. */
    static Map<String, String> problems(Map<String, String> config) {
        Map<String, String> problems = new LinkedHashMap<>();
        String url = config.get(ConnectionOptions.URL);
        if (url != null) {
            problemOf(url).ifPresent(problem -> problems.put(ConnectionOptions.URL, problem));
        }
        for (Map.Entry<String, String> entry : driverProperties(config).entrySet()) {
            problemOf(entry.getKey(), entry.getValue())
                    .ifPresent(problem -> problems.put(
                            ConnectionOptions.PREFIX + entry.getKey(),
                            ConnectionOptions.PREFIX + entry.getKey() + " " + problem));
        }
        return problems;
    }

    /** What a configuration hands to the driver beyond URL, user and password. */
    static Map<String, String> driverProperties(Map<String, String> config) {
        Map<String, String> properties = new LinkedHashMap<>();
        config.forEach((key, value) -> {
            if (key.startsWith(ConnectionOptions.PREFIX)
                    && !JdbcSinkOptions.fixed().names().contains(key)
                    && value != null) {
                properties.put(key.substring(ConnectionOptions.PREFIX.length()), value);
            }
        });
        return properties;
    }

    private static Optional<String> problemOf(String url) {
        if (!url.startsWith(PREFIX)) {
            return Optional.of(ConnectionOptions.URL + " must start with " + PREFIX
                    + "; this sink writes to PostgreSQL (and what speaks its protocol) only");
        }
        if (url.indexOf('@') >= 0 && url.indexOf('@') < hostsEnd(url)) {
            return Optional.of(credentials());
        }
        Properties parsed = Driver.parseURL(url, new Properties());
        if (parsed == null) {
            return Optional.of(
                    ConnectionOptions.URL + " can't be read; it should look like jdbc:postgresql://host:5432/database");
        }
        for (PGProperty secret : new PGProperty[] {PGProperty.USER, PGProperty.PASSWORD, PGProperty.SSL_PASSWORD}) {
            if (parsed.getProperty(secret.getName()) != null) {
                return Optional.of(credentials());
            }
        }
        return parsed.stringPropertyNames().stream()
                .sorted()
                .flatMap(name -> breaksTheSink(name, parsed.getProperty(name)).stream()
                        .map(why -> ConnectionOptions.URL + " sets " + name + ", which is refused: " + why))
                .findFirst();
    }

    private static int hostsEnd(String url) {
        int end = url.indexOf('?');
        return end < 0 ? url.length() : end;
    }

    private static String credentials() {
        return ConnectionOptions.URL + " holds credentials, and the REST API shows it; use " + ConnectionOptions.USER
                + " and " + ConnectionOptions.PASSWORD;
    }

    private static Optional<String> problemOf(String property, String value) {
        return breaksTheSink(property, value).map(why -> "is refused: " + why);
    }

    private static Optional<String> breaksTheSink(String property, String value) {
        if (PGProperty.forName(property) == null) {
            return Optional.of("the PostgreSQL driver has no such property");
        }
        if (property.equals(PGProperty.PREFER_QUERY_MODE.getName()) && value.equalsIgnoreCase("simple")) {
            return Optional.of("it writes values into the text of statements; parameters are only ever bound");
        }
        if (property.equals(PGProperty.REPLICATION.getName())) {
            return Optional.of("a replication connection can't write");
        }
        for (Rule rule : RULES) {
            if (property.equals(rule.property().getName()) && !rule.allows(value)) {
                return Optional.of(rule.why());
            }
        }
        return Optional.empty();
    }
}
