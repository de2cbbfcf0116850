package io.effectivelyonce.jdbc;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.config.types.Password;
import org.postgresql.PGProperty;

/**
 * How to reach the database.
 *
 * @param url the JDBC URL, free of credentials
 * @param user the role; empty for the driver's default
 * @param password its password; empty where the server asks for none
 * @param driver further properties for the driver
 * @param applicationName what the server's activity view shows
 */
record ConnectionSettings(
        String url,
        Optional<String> user,
        Optional<Password> password,
        Map<String, String> driver,
        String applicationName) {

    /** A server that doesn't answer any more must not hold the task for longer than its transactions may take. */
    private static final Map<PGProperty, String> DEFAULTS = Map.of(
            PGProperty.CONNECT_TIMEOUT, "10",
            PGProperty.LOGIN_TIMEOUT, "30",
            PGProperty.SOCKET_TIMEOUT, "90",
            PGProperty.TCP_KEEP_ALIVE, "true");

    /** Properties for the driver. What the user sets wins, except that the server's detail lines, which quote rows, stay out. */
    Properties properties() {
        Properties properties = new Properties();
        DEFAULTS.forEach((property, value) -> properties.setProperty(property.getName(), value));
        PGProperty.APPLICATION_NAME.set(properties, applicationName);
        driver.forEach(properties::setProperty);
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
        user.ifPresent(name -> PGProperty.USER.set(properties, name));
        password.ifPresent(secret -> PGProperty.PASSWORD.set(properties, secret.value()));
        return properties;
    }

    boolean hasPassword() {
        return password.isPresent() && !password.get().value().isEmpty();
    }

    /** The same database, for a look that must be over soon. */
    ConnectionSettings within(int seconds) {
        Map<String, String> hurried = new HashMap<>(driver);
        hurried.put(PGProperty.CONNECT_TIMEOUT.getName(), Integer.toString(seconds));
        hurried.put(PGProperty.LOGIN_TIMEOUT.getName(), Integer.toString(seconds));
        hurried.put(PGProperty.SOCKET_TIMEOUT.getName(), Integer.toString(seconds));
        return new ConnectionSettings(url, user, password, hurried, applicationName);
    }

    /** Holds a secret. */
    @Override
    public String toString() {
        return "connection as " + user.orElse("the default user");
    }
}
