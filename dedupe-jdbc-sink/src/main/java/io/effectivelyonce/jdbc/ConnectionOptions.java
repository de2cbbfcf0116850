package io.effectivelyonce.jdbc;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import java.time.ZoneId;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;

/** How to reach the database. */
final class ConnectionOptions {
    static final String URL = "connection.url";
    static final String USER = "connection.user";
    static final String PASSWORD = "connection.password";
    static final String VALIDATE = "connection.validate";
    static final String TIME_ZONE = "db.timezone";

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
        group.add(
                TIME_ZONE,
                ConfigDef.Type.STRING,
                "UTC",
                (ConfigDef.Validator) ConnectionOptions::demandZone,
                Importance.LOW,
                "Time zone of the database session: in it a text without an offset is read where the database wants a"
                        + " timestamptz, and functions such as current_date tell the day. Times of Connect's own types are"
                        + " the same whatever it is.");
    }

    /** Offsets such as GMT+2 mean the opposite to PostgreSQL; names of regions mean the same. */
    private static void demandZone(String key, Object value) {
        if (!(value instanceof String zone)
                || !zone.matches("[A-Za-z0-9_/+-]+")
                || !ZoneId.getAvailableZoneIds().contains(zone)
                || zone.matches("GMT.+|SystemV/.*")) {
            throw new ConfigException(key, value, "must name a region, such as UTC or Europe/Berlin");
        }
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
