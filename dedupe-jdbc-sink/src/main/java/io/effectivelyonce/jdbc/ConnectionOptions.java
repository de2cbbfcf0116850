package io.effectivelyonce.jdbc;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** How to reach the database. */
final class ConnectionOptions {
    static final String URL = "connection.url";
    static final String USER = "connection.user";
    static final String PASSWORD = "connection.password";
    static final String VALIDATE = "connection.validate";

    /** What begins so and is none of the above is a property of the driver. */
    static final String PREFIX = "connection.";

    private ConnectionOptions() {}

    /** The options that stand in every configuration. */
    static void define(OptionGroup group) {
        group.add(
                URL,
                ConfigDef.Type.STRING,
                NO_DEFAULT_VALUE,
                null,
                Importance.HIGH,
                "JDBC URL of the PostgreSQL database, as in jdbc:postgresql://host:5432/database. Credentials in it are"
                        + " refused, since it is shown by the REST API.");
        group.add(
                USER,
                ConfigDef.Type.STRING,
                null,
                null,
                Importance.HIGH,
                "Role to connect as. It needs INSERT and SELECT on the claims table and what the statements need.");
        group.add(
                PASSWORD,
                ConfigDef.Type.PASSWORD,
                null,
                null,
                Importance.HIGH,
                "Password of the role. Best given through a config provider.");
        group.add(
                VALIDATE,
                ConfigDef.Type.BOOLEAN,
                true,
                null,
                Importance.LOW,
                "Whether validating the configuration opens the database and has each statement described by it, within 10"
                        + " seconds. Set to false to apply a configuration before the database exists. Further"
                        + " connection.NAME options are handed to the driver as its property NAME.");
    }

    /** An option for a property of the driver that a configuration sets. */
    static void defineDriverProperty(ConfigDef options, String key) {
        new OptionGroup(options, "Driver")
                .add(
                        key,
                        key.toLowerCase(Locale.ROOT).contains("password")
                                ? ConfigDef.Type.PASSWORD
                                : ConfigDef.Type.STRING,
                        NO_DEFAULT_VALUE,
                        null,
                        Importance.LOW,
                        "Handed to the driver as its property " + key.substring(PREFIX.length()) + ".");
    }
}
