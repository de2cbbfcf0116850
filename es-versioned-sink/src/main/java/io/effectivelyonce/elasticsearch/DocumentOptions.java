package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.index.IndexOptions;
import io.effectivelyonce.spine.config.OptionGroup;
import io.effectivelyonce.spine.config.SelectorValidator;
import io.effectivelyonce.spine.config.Words;
import io.effectivelyonce.spine.select.Root;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** What becomes of a record: which document, under which version, and whether it is deleted. */
final class DocumentOptions {
    static final String INDEX = IndexOptions.INDEX;
    static final String ID_FROM = "document.id.from";
    static final String KEY_IGNORE = "key.ignore";
    static final String COMPACT_MAPS = "compact.map.entries";
    static final String ROUTING_FROM = "routing.from";
    static final String PIPELINE = "pipeline";

    static final String ON_NULL = "behavior.on.null.values";
    static final String DELETE_WHEN_FROM = "delete.when.from";
    static final String DELETE_WHEN_IN = "delete.when.in";
    static final String DELETE_MODE = "delete.mode";
    static final String SOFT_DELETE_FIELD = "soft.delete.field";

    static final String VERSION_FROM = "version.from";
    static final String VERSION_HEADER = "external.version.header";
    static final String VERSION_TYPE = "version.type";
    static final String ON_MISSING_VERSION = "behavior.on.missing.version";

    private DocumentOptions() {}

    static void addTo(ConfigDef definitions) {
        documents(new OptionGroup(definitions, "Documents"));
        deletes(new OptionGroup(definitions, "Deletes"));
        versions(new OptionGroup(definitions, "Versions"));
    }

    private static void documents(OptionGroup group) {
        group.add(
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
                                + " delete.mode=soft.");
    }

    private static void deletes(OptionGroup group) {
        group.add(
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
                                + " is strict it has to be in there, as a boolean.");
    }

    private static void versions(OptionGroup group) {
        group.add(
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
                                + " dead letter queue) or fail (the task stops there). It is never replaced by another source.");
    }
}
