package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.config.ValidatedConfig;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;

/**
 * Writes events to PostgreSQL so that each has its effect exactly once: the event id is claimed in the same transaction that
 * runs the event's statements. Delivered again, in whatever way, an event finds its claim and is passed as a duplicate.
 */
public final class DedupeJdbcSinkConnector extends SinkConnector {
    /**
     * The definitions that Connect was given last. It asks for them, has a configuration validated on the same thread, and
     * then shows what the definitions say: so those of the repeated options are added while it validates.
     */
    private static final ThreadLocal<ConfigDef> SHOWN = new ThreadLocal<>();

    private Map<String, String> props = Map.of();

    @Override
    public String version() {
        return manifestVersion();
    }

    static String manifestVersion() {
        return Optional.ofNullable(DedupeJdbcSinkConnector.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    @Override
    public void start(Map<String, String> config) {
        props = JdbcSinkOptions.set(config);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return DedupeJdbcSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return Collections.nCopies(maxTasks, props);
    }

    @Override
    public void stop() {
        props = Map.of();
    }

    /**
     * Keeps the table of offsets in step with what an operator sets, so that the tasks don't go back to where it stood before.
     *
     * @throws ConnectException if the database can't be asked: nothing is changed then
     */
    @Override
    public boolean alterOffsets(Map<String, String> asked, Map<TopicPartition, Long> offsets) {
        JdbcSinkConfig config = JdbcSinkConfig.of(JdbcSinkOptions.set(asked));
        config.offsets().ifPresent(table -> OffsetReset.alter(config, table, offsets));
        return true;
    }

    @Override
    public ConfigDef config() {
        ConfigDef options = JdbcSinkOptions.fixed();
        SHOWN.set(options);
        return options;
    }

    /** Checks each option, what they mean together, and, unless that is switched off, what the database says to it. */
    @Override
    public Config validate(Map<String, String> asked) {
        Map<String, String> config = JdbcSinkOptions.set(asked);
        Optional.ofNullable(SHOWN.get()).ifPresent(options -> JdbcSinkOptions.addRepeated(options, config));
        SHOWN.remove();
        List<ConfigValue> values = JdbcSinkOptions.of(config).validate(config);
        Map<String, String> problems = ConfigRules.problems(config);
        if (problems.containsKey(ConnectionOptions.URL)) {
            values.stream()
                    .filter(value -> value.name().equals(ConnectionOptions.URL))
                    .forEach(value -> value.value(null));
        }
        ValidatedConfig validated = new ValidatedConfig(values);
        validated.problems(problems);
        if (!validated.hasProblems() && ServerCheck.wanted(config)) {
            validated.problems(ServerCheck.problems(JdbcSinkConfig.of(config)));
        }
        return validated.config();
    }
}
