package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.http.Connection;
import io.effectivelyonce.elasticsearch.index.IndexOptions;
import io.effectivelyonce.elasticsearch.index.IndexRules;
import io.effectivelyonce.elasticsearch.queue.Batching;
import io.effectivelyonce.spine.Limits;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.Selector;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;

/** The configuration as typed things, checked once. */
final class ElasticsearchSinkConfig {
    /** What becomes of a record with a null value. */
    enum NullValues {
        IGNORE,
        DELETE,
        FAIL
    }

    private final AbstractConfig values;
    private final String name;
    private final Connection connection;

    /**
     * @throws ConfigException naming the option, if something is wrong or a choice is lacking
     */
    ElasticsearchSinkConfig(Map<String, String> props) {
        this.values = new AbstractConfig(Options.definitions(), props, false);
        this.name = props.getOrDefault("name", "elasticsearch");
        ConfigRules.problems(props).stream().findFirst().ifPresent(problem -> {
            throw new ConfigException(problem.key() + ": " + problem.message());
        });
        ConfluentKeys.refusals(props).forEach((key, message) -> {
            throw new ConfigException(key + ": " + message);
        });
        this.connection = Connection.of(values);
    }

    String name() {
        return name;
    }

    List<URI> nodes() {
        return NodeUrls.parse(values.getList(ConnectionOptions.URL));
    }

    /** Credentials, trust and proxy. */
    Connection connection() {
        return connection;
    }

    Duration connectTimeout() {
        return Duration.ofMillis(values.getInt(ConnectionOptions.CONNECT_TIMEOUT));
    }

    Duration readTimeout() {
        return Duration.ofMillis(values.getInt(ConnectionOptions.READ_TIMEOUT));
    }

    boolean connectionValidate() {
        return values.getBoolean(ConnectionOptions.VALIDATE);
    }

    IndexName index() {
        return IndexName.parse(values.getString(DocumentOptions.INDEX));
    }

    DocumentId id() {
        return values.getBoolean(DocumentOptions.KEY_IGNORE)
                ? DocumentId.ofPlace()
                : DocumentId.from(values.getList(DocumentOptions.ID_FROM).stream()
                        .map(Selector::parse)
                        .toList());
    }

    /** Nothing: the id decides on the shard. */
    Optional<Selector> routingFrom() {
        return Optional.of(values.getString(DocumentOptions.ROUTING_FROM))
                .filter(from -> !from.isEmpty())
                .map(Selector::parse);
    }

    /** Nothing: that of the index. */
    Optional<String> pipeline() {
        return Optional.of(values.getString(DocumentOptions.PIPELINE)).filter(name -> !name.isEmpty());
    }

    /** Whether maps with keys of text become objects. */
    boolean compactMaps() {
        return values.getBoolean(DocumentOptions.COMPACT_MAPS);
    }

    /** What is wanted of the indices. */
    IndexRules indexRules() {
        boolean deletes = softDeleteField().isEmpty()
                && (onNull() == NullValues.DELETE
                        || !values.getString(DocumentOptions.DELETE_WHEN_FROM).isEmpty());
        return IndexOptions.rules(values, versionFrom().canonical(), versionKey(), deletes);
    }

    /** The option that tells the version source. */
    private String versionKey() {
        return values.getString(DocumentOptions.VERSION_FROM).isEmpty()
                ? DocumentOptions.VERSION_HEADER
                : DocumentOptions.VERSION_FROM;
    }

    Selector versionFrom() {
        String from = values.getString(DocumentOptions.VERSION_FROM);
        return from.isEmpty() ? header(values.getString(DocumentOptions.VERSION_HEADER)) : Selector.parse(from);
    }

    private static Selector header(String header) {
        return Selector.parse("header.`" + header.replace("\\", "\\\\").replace("`", "\\`") + "`");
    }

    VersionType versionType() {
        return VersionType.of(values.getString(DocumentOptions.VERSION_TYPE));
    }

    Reaction onMissingVersion() {
        return Reaction.valueOf(
                values.getString(DocumentOptions.ON_MISSING_VERSION).toUpperCase(Locale.ROOT));
    }

    NullValues onNull() {
        return NullValues.valueOf(values.getString(DocumentOptions.ON_NULL).toUpperCase(Locale.ROOT));
    }

    DeleteCondition deleteWhen() {
        String from = values.getString(DocumentOptions.DELETE_WHEN_FROM);
        return from.isEmpty()
                ? DeleteCondition.never()
                : new DeleteCondition(Selector.parse(from), Set.copyOf(values.getList(DocumentOptions.DELETE_WHEN_IN)));
    }

    /** The field that marks a document as deleted; none: a delete removes the document. */
    Optional<String> softDeleteField() {
        return values.getString(DocumentOptions.DELETE_MODE)
                        .toLowerCase(Locale.ROOT)
                        .equals("soft")
                ? Optional.of(values.getString(DocumentOptions.SOFT_DELETE_FIELD))
                : Optional.empty();
    }

    boolean compression() {
        return values.getBoolean(ConnectionOptions.COMPRESSION);
    }

    Batching batching() {
        return new Batching(
                values.getInt(BatchOptions.BATCH_SIZE),
                values.getInt(BatchOptions.BULK_BYTES),
                Duration.ofMillis(values.getLong(BatchOptions.LINGER)));
    }

    int bulksInFlight() {
        return values.getInt(BatchOptions.IN_FLIGHT);
    }

    Duration backoff() {
        return Duration.ofMillis(values.getLong(BatchOptions.BACKOFF));
    }

    Duration backoffMax() {
        return Duration.ofMillis(values.getLong(BatchOptions.BACKOFF_MAX));
    }

    /** Nothing: for ever. */
    Optional<Duration> retryTimeout() {
        long millis = values.getLong(BatchOptions.RETRY_TIMEOUT);
        return millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    }

    /** Enough for all bulks that may be under way and for the next one; values are kept beside their lines, so twice that. */
    Limits limits() {
        long bytes = 2L * (bulksInFlight() + 1) * values.getInt(BatchOptions.BULK_BYTES);
        long enough = (long) values.getInt(BatchOptions.BATCH_SIZE) * bulksInFlight();
        return Limits.of((int) Math.max(values.getInt(BatchOptions.BUFFERED), enough), bytes);
    }
}
