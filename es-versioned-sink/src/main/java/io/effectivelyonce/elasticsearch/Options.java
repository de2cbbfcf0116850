package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.http.SecurityOptions;
import io.effectivelyonce.elasticsearch.index.IndexOptions;
import io.effectivelyonce.spine.config.OptionGroup;
import io.effectivelyonce.spine.config.SelectorValidator;
import io.effectivelyonce.spine.select.Root;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** What users type. Confluent's names where they exist, with the same meaning. */
final class Options {
    static final String URL = "connection.url";
    static final String CONNECT_TIMEOUT = "connection.timeout.ms";
    static final String READ_TIMEOUT = "read.timeout.ms";
    static final String COMPRESSION = "connection.compression";
    static final String VALIDATE = "connection.validate";

    static final String INDEX = IndexOptions.INDEX;
    static final String ID_FROM = "document.id.from";
    static final String KEY_IGNORE = "key.ignore";
    static final String COMPACT_MAPS = "compact.map.entries";
    static final String ROUTING_FROM = "routing.from";
    static final String PIPELINE = "pipeline";
    static final String VERSION_FROM = "version.from";
    static final String VERSION_HEADER = "external.version.header";
    static final String VERSION_TYPE = "version.type";
    static final String ON_MISSING_VERSION = "behavior.on.missing.version";
    static final String ON_NULL = "behavior.on.null.values";
    static final String DELETE_WHEN_FROM = "delete.when.from";
    static final String DELETE_WHEN_IN = "delete.when.in";
    static final String DELETE_MODE = "delete.mode";
    static final String SOFT_DELETE_FIELD = "soft.delete.field";

    static final String BATCH_SIZE = "batch.size";
    static final String BULK_BYTES = "bulk.size.bytes";
    static final String LINGER = "linger.ms";
    static final String IN_FLIGHT = "max.in.flight.requests";
    static final String BUFFERED = "max.buffered.records";

    static final String BACKOFF = "retry.backoff.ms";
    static final String BACKOFF_MAX = "retry.backoff.max.ms";
    static final String RETRY_TIMEOUT = "retry.timeout.ms";

    private static final ConfigDef DEFINITIONS = new Builder()
            .in("Connection")
            .add(
                    URL,
                    ConfigDef.Type.LIST,
                    ConfigDef.NO_DEFAULT_VALUE,
                    new NodeUrls(),
                    Importance.HIGH,
                    "One or more nodes, as in http://search-1:9200,http://search-2:9200. Requests go to them in turn; a node"
                            + " that can't be reached is passed over for a while. A path is kept as a prefix. Credentials"
                            + " in it are refused: they belong into connection.username and connection.password. https means"
                            + " TLS; the certificate is checked against elastic.https.*, or the JVM's trust store.")
            .add(
                    CONNECT_TIMEOUT,
                    ConfigDef.Type.INT,
                    5_000,
                    Range.between(1, 300_000),
                    Importance.LOW,
                    "How long to wait for a connection, in milliseconds. Confluent's connector has 1000: one lost packet, which"
                            + " TCP sends again after a second, would already count as an outage.")
            .add(
                    READ_TIMEOUT,
                    ConfigDef.Type.INT,
                    60_000,
                    Range.between(1, 3_600_000),
                    Importance.LOW,
                    "How long to wait for the answer to one request, in milliseconds. A request without an answer is sent again,"
                            + " which is harmless and yet work for the server: Confluent's 3000 makes a slow cluster slower, for"
                            + " a bulk rightly waits for replicas and throttled merges.")
            .add(
                    COMPRESSION,
                    ConfigDef.Type.BOOLEAN,
                    false,
                    null,
                    Importance.LOW,
                    "Whether requests are sent compressed by gzip, which the server has to allow (http.compression, as is its"
                            + " default). Spares the network and costs the CPU of both ends.")
            .add(
                    VALIDATE,
                    ConfigDef.Type.BOOLEAN,
                    true,
                    null,
                    Importance.LOW,
                    "Whether validating the configuration asks the server, for at most ten seconds. Set to false to register the"
                            + " connector before the server exists; its tasks start without it in any case.")
            .with(SecurityOptions::addTo)
            .in("Documents")
            .add(
                    INDEX,
                    ConfigDef.Type.STRING,
                    "${topic}",
                    new IndexNameValidator(),
                    Importance.HIGH,
                    "The index (or alias of one index) that a record goes to: plain text with ${topic} (lower-cased) and other"
                            + " selectors such as ${header.tenant} or ${value.region}, or the record's time in UTC, as in"
                            + " ${timestamp.yyyy-MM-dd}. One document must stay in one index: a part whose value changes"
                            + " during a document's life leaves a copy behind, so times are for documents that are written"
                            + " once. A data stream, an alias of several indices and one that a policy rolls over are"
                            + " refused: there a version guards nothing.")
            .add(
                    ID_FROM,
                    ConfigDef.Type.LIST,
                    "key",
                    SelectorValidator.startingAt(
                            Root.KEY, Root.VALUE, Root.HEADER, Root.TOPIC, Root.PARTITION, Root.OFFSET),
                    Importance.HIGH,
                    "Where the document id is: a selector such as key, key.id, header.aggregateId or value.sku; or several,"
                            + " as in key.tenant,key.id, joined by '|' (a '|' or '\\' inside a part gets a '\\' in front, so"
                            + " that no two ids become one). Each part is text or a whole number, the id 1 to 512 bytes in"
                            + " UTF-8; anything else is a fault of the record.")
            .add(
                    KEY_IGNORE,
                    ConfigDef.Type.BOOLEAN,
                    false,
                    null,
                    Importance.LOW,
                    "Confluent's name for ids of the form topic+partition+offset, each record being a document of its own."
                            + " version.from=offset goes with it.")
            .add(
                    COMPACT_MAPS,
                    ConfigDef.Type.BOOLEAN,
                    true,
                    null,
                    Importance.LOW,
                    "Whether maps with keys of text become objects. false, and all maps with other keys: lists of"
                            + " {\"key\":…,\"value\":…}.")
            .add(
                    ROUTING_FROM,
                    ConfigDef.Type.STRING,
                    "",
                    SelectorValidator.startingAt(Root.KEY, Root.VALUE, Root.HEADER),
                    Importance.LOW,
                    "Where the routing is, which chooses the shard; empty: the id does. It must stay the same for all of a"
                            + " document's life, or a copy is left behind in another shard, where no version guards it; and"
                            + " deletes need it too, so a place in the value won't do for tombstones.")
            .add(
                    PIPELINE,
                    ConfigDef.Type.STRING,
                    "",
                    null,
                    Importance.LOW,
                    "The ingest pipeline that documents go through; empty: the one of the index, if it has one. It must leave"
                            + " _index, _id, _version and _routing alone. Deletes don't go through it, nor do the marks of"
                            + " delete.mode=soft.")
            .add(
                    ON_NULL,
                    ConfigDef.Type.STRING,
                    "fail",
                    Words.of("ignore", "delete", "fail"),
                    Importance.MEDIUM,
                    "What a record with a null value means: ignore passes it (counted as filtered), delete deletes the document"
                            + " under the record's version, fail stops the task. The server remembers the version of a deleted"
                            + " document only for a while (index.gc_deletes, 60 s by default; shorter after a restart, close or"
                            + " move of the shard): an older version that comes after that brings the document back.")
            .add(
                    DELETE_WHEN_FROM,
                    ConfigDef.Type.STRING,
                    "",
                    SelectorValidator.startingAt(Root.KEY, Root.VALUE, Root.HEADER),
                    Importance.LOW,
                    "A selector, such as header.eventType: records whose text there is one of delete.when.in delete the"
                            + " document. What is said of deletes at behavior.on.null.values holds here too.")
            .add(
                    DELETE_WHEN_IN,
                    ConfigDef.Type.LIST,
                    "",
                    null,
                    Importance.LOW,
                    "The texts at delete.when.from that mean a delete, as in ProductDeleted,ProductWithdrawn.")
            .add(
                    DELETE_MODE,
                    ConfigDef.Type.STRING,
                    "hard",
                    Words.of("hard", "soft"),
                    Importance.MEDIUM,
                    "hard: a delete removes the document, and the server remembers its version only for a while"
                            + " (index.gc_deletes). soft: a delete replaces the document by one that holds soft.delete.field alone,"
                            + " under the delete's version. That version is kept for ever, so that no older event can bring the"
                            + " document back; searches have to leave such documents out.")
            .add(
                    SOFT_DELETE_FIELD,
                    ConfigDef.Type.STRING,
                    "deleted",
                    new ConfigDef.NonEmptyString(),
                    Importance.LOW,
                    "The field that is true in a document that delete.mode=soft has deleted, and the only one. Where the mapping"
                            + " is strict it has to be in there, as a boolean.")
            .in("Versions")
            .add(
                    VERSION_FROM,
                    ConfigDef.Type.STRING,
                    "",
                    SelectorValidator.startingAt(Root.HEADER, Root.VALUE, Root.KEY, Root.TIMESTAMP, Root.OFFSET),
                    Importance.HIGH,
                    "Where the document's version is: header.version, value.NAME, key.NAME, timestamp or offset. It has no"
                            + " default, because a wrong version silently freezes or rolls back documents. A version is a whole"
                            + " number from 0 to 9223372036854775806 that rises with every change of the document; a numeric"
                            + " text is fine; a Connect timestamp counts in milliseconds. offset is right only for one topic"
                            + " whose partitions never change, timestamp only if no two changes share a millisecond.")
            .add(
                    VERSION_HEADER,
                    ConfigDef.Type.STRING,
                    "",
                    null,
                    Importance.LOW,
                    "Confluent's name for a version in a header: NAME is short for version.from=header.NAME.")
            .add(
                    VERSION_TYPE,
                    ConfigDef.Type.STRING,
                    "external",
                    Words.of("external", "external_gte"),
                    Importance.MEDIUM,
                    "external: only a higher version writes. external_gte: an equal one writes again, which lets two different"
                            + " contents under one version overwrite each other in the order of arrival.")
            .add(
                    ON_MISSING_VERSION,
                    ConfigDef.Type.STRING,
                    "reject",
                    Words.of("reject", "fail"),
                    Importance.MEDIUM,
                    "What becomes of a record whose version is missing or is no version: reject (through errors.tolerance and the"
                            + " dead letter queue) or fail (the task stops there). It is never replaced by another source.")
            .with(IndexOptions::addTo)
            .in("Batches")
            .add(
                    BATCH_SIZE,
                    ConfigDef.Type.INT,
                    2_000,
                    Range.between(1, 100_000),
                    Importance.MEDIUM,
                    "The most operations in one bulk request.")
            .add(
                    BULK_BYTES,
                    ConfigDef.Type.INT,
                    5 * 1024 * 1024,
                    Range.between(1_024, 100 * 1024 * 1024),
                    Importance.MEDIUM,
                    "The most bytes in one bulk request, a single bigger document excepted. Keep it below the server's"
                            + " http.max_content_length (100 MB by default) and that of proxies.")
            .add(
                    LINGER,
                    ConfigDef.Type.LONG,
                    1L,
                    Range.between(0, 60_000),
                    Importance.LOW,
                    "How long a bulk that is not full waits for more records, in milliseconds. While other bulks are under way it"
                            + " waits up to 25 ms more, for a few large bulks are less work for the server than many small ones.")
            .add(
                    IN_FLIGHT,
                    ConfigDef.Type.INT,
                    5,
                    Range.between(1, 1_000),
                    Importance.MEDIUM,
                    "How many bulk requests a task may have under way at once. That is safe, for each write is guarded by its"
                            + " version; and no document is in two of them, so that what comes in order is written in order."
                            + " Each takes a thread.")
            .add(
                    BUFFERED,
                    ConfigDef.Type.INT,
                    20_000,
                    Range.atLeast(1),
                    Importance.LOW,
                    "How many records without an outcome a task holds before it pauses its partitions; it also pauses them when"
                            + " these take more memory than 2 * (max.in.flight.requests + 1) * bulk.size.bytes, by estimate."
                            + " At least batch.size * max.in.flight.requests, to which the default is raised.")
            .in("Retries")
            .add(
                    BACKOFF,
                    ConfigDef.Type.LONG,
                    100L,
                    Range.between(1, 3_600_000),
                    Importance.LOW,
                    "The first pause before an attempt is repeated, in milliseconds; it doubles each time, with jitter.")
            .add(
                    BACKOFF_MAX,
                    ConfigDef.Type.LONG,
                    30_000L,
                    Range.between(1, 3_600_000),
                    Importance.LOW,
                    "The longest pause between two attempts, in milliseconds.")
            .add(
                    RETRY_TIMEOUT,
                    ConfigDef.Type.LONG,
                    -1L,
                    Range.atLeast(-1),
                    Importance.LOW,
                    "How long attempts may go on without any record getting through before the task fails, in milliseconds;"
                            + " -1 waits for ever. Nothing is lost either way.")
            .build();

    private Options() {}

    static ConfigDef definitions() {
        return new ConfigDef(DEFINITIONS);
    }

    static Set<String> keys() {
        return DEFINITIONS.names();
    }

    /** The first words of our keys: what begins with one of them and isn't known is nobody's. */
    static Set<String> families() {
        return keys().stream()
                .filter(key -> key.indexOf('.') > 0)
                .map(key -> key.substring(0, key.indexOf('.')))
                .collect(Collectors.toSet());
    }

    /** The definitions while they are put together. */
    private static final class Builder {
        private final ConfigDef definitions = new ConfigDef();
        private OptionGroup group = new OptionGroup(definitions, "");

        Builder in(String name) {
            group = new OptionGroup(definitions, name);
            return this;
        }

        /** The options of a room of its own. */
        Builder with(Consumer<ConfigDef> room) {
            room.accept(definitions);
            return this;
        }

        Builder add(
                String key,
                ConfigDef.Type type,
                Object defaultValue,
                ConfigDef.Validator validator,
                Importance importance,
                String documentation) {
            group.add(key, type, defaultValue, validator, importance, documentation);
            return this;
        }

        ConfigDef build() {
            return definitions;
        }
    }
}
