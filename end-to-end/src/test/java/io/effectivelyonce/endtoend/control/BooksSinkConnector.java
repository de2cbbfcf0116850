package io.effectivelyonce.endtoend.control;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** Writes the business tables as {@code books.breakage} says, and dies once at {@code books.dies.at}. */
public final class BooksSinkConnector extends SinkConnector {
    static final ConfigDef OPTIONS = new ConfigDef()
            .define("connection.url", ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "The business database.")
            .define("connection.user", ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "Its user.")
            .define("connection.password", ConfigDef.Type.PASSWORD, ConfigDef.Importance.HIGH, "The user's password.")
            .define("books.breakage", ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "What is wrong with this sink.")
            .define(
                    "books.dies.at",
                    ConfigDef.Type.LONG,
                    ConfigDef.Importance.HIGH,
                    "The offset at which it dies once.");

    private Map<String, String> config = Map.of();

    @Override
    public void start(Map<String, String> given) {
        config = Map.copyOf(given);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return BooksSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int most) {
        return List.of(config);
    }

    @Override
    public void stop() {}

    @Override
    public ConfigDef config() {
        return OPTIONS;
    }

    @Override
    public String version() {
        return "control";
    }
}
