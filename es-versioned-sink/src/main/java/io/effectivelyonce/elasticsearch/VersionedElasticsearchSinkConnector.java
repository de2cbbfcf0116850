package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.http.SecurityOptions;
import io.effectivelyonce.spine.config.Misspellings;
import io.effectivelyonce.spine.config.UnresolvedReferences;
import io.effectivelyonce.spine.config.ValidatedConfig;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/**
 * Writes records as documents of Elasticsearch or OpenSearch, each under a version that the record carries (an external
 * version), so that a record that comes twice, late or out of order never takes a document back: the server refuses it with a
 * version conflict, and a version conflict is success.
 *
 * <p>Guarantees: an offset is committed only after its record has an outcome; an outage of the server is waited out; a fault
 * of one record is isolated from its neighbours and goes through Connect's {@code errors.tolerance}.
 */
public final class VersionedElasticsearchSinkConnector extends SinkConnector {
    private Map<String, String> props = Map.of();

    @Override
    public void start(Map<String, String> props) {
        this.props = Map.copyOf(props);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return VersionedElasticsearchSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return Collections.nCopies(maxTasks, props);
    }

    @Override
    public void stop() {
        // nothing runs here: the tasks do the work
    }

    @Override
    public ConfigDef config() {
        return Options.definitions();
    }

    @Override
    public Config validate(Map<String, String> given) {
        Map<String, String> props = new HashMap<>(given);
        props.values().removeIf(Objects::isNull); // JSON's null: not given
        ValidatedConfig validated = new ValidatedConfig(Options.definitions().validate(props));
        validated.problems(
                new Misspellings(Options.keys(), VersionedElasticsearchSinkConnector::isOthers, Options.families())
                        .in(props));
        validated.problems(ConfluentKeys.refusals(props));
        UnresolvedReferences.in(props, Options.keys()::contains).forEach(validated::problemInstead);
        if (NodeUrls.holdCredentials(props.get(ConnectionOptions.URL))) {
            validated.conceal(ConnectionOptions.URL);
        }
        ConfigRules.problems(props).forEach(problem -> {
            if (!validated.hasProblem(problem.key())) {
                validated.problem(problem.key(), problem.message());
            }
        });
        if (!validated.hasProblems()) {
            ElasticsearchSinkConfig config = new ElasticsearchSinkConfig(props);
            if (config.connectionValidate()) {
                validated.problems(new ServerCheck(config).problems(ConfigRules.topics(props)));
            }
        }
        return validated.config();
    }

    private static boolean isOthers(String key) {
        return ConfluentKeys.known(key) || key.startsWith(SecurityOptions.HEADER_PREFIX);
    }

    @Override
    public String version() {
        return PluginVersion.get();
    }
}
