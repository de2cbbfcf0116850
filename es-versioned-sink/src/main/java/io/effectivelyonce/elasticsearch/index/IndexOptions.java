package io.effectivelyonce.elasticsearch.index;

import io.effectivelyonce.spine.config.OptionGroup;
import io.effectivelyonce.spine.config.Words;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The options of the indices themselves. */
public final class IndexOptions {
    /** Defined with the options of documents, since it is read for each of them. */
    public static final String INDEX = "index.name.format";

    static final String ON_OTHER_SOURCE = "behavior.on.version.source.change";

    private static final String CREATE = "index.create";
    private static final String SETTINGS = "index.settings";
    private static final String MAPPING = "index.mapping";
    private static final String GC_DELETES = "index.gc.deletes.ms";
    private static final String SCHEMA_IGNORE = "schema.ignore";

    private IndexOptions() {}

    /** Adds the options of this package. */
    public static void addTo(ConfigDef definitions) {
        new OptionGroup(definitions, "Indices")
                .add(
                        CREATE,
                        ConfigDef.Type.BOOLEAN,
                        true,
                        null,
                        Importance.MEDIUM,
                        "Whether an index that does not exist is created at its first write, marked with the version source."
                                + " Index templates apply. false leaves it to the server's automatic creation, or to you.")
                .add(
                        SETTINGS,
                        ConfigDef.Type.STRING,
                        "",
                        new JsonOption(),
                        Importance.LOW,
                        "The settings of created indices, over those of templates: a JSON object such as"
                                + " {\"number_of_shards\":3}, or the path of a file with one on every worker.")
                .add(
                        MAPPING,
                        ConfigDef.Type.STRING,
                        "",
                        new JsonOption(),
                        Importance.LOW,
                        "The mapping of created indices, merged over that of templates: a JSON object such as"
                                + " {\"properties\":{\"name\":{\"type\":\"text\"}}}, or the path of a file with one on every"
                                + " worker.")
                .add(
                        GC_DELETES,
                        ConfigDef.Type.LONG,
                        Duration.ofHours(1).toMillis(),
                        Range.atLeast(-1),
                        Importance.LOW,
                        "How long created indices remember the versions of deleted documents (index.gc_deletes), in"
                                + " milliseconds. A stale write that comes later brings the document back; a restart, a"
                                + " close or a move of a shard may forget earlier. Takes some memory for each document"
                                + " deleted within that time. An index of somebody else's that remembers for a shorter time"
                                + " is warned about where the connector deletes. -1 leaves the server's default (60 s).")
                .add(
                        SCHEMA_IGNORE,
                        ConfigDef.Type.BOOLEAN,
                        false,
                        null,
                        Importance.LOW,
                        "Whether the schema of the records is ignored for the mapping. false: an index that has no fields yet"
                                + " gets those of the first record that has a schema; fields that come later, and records"
                                + " without a schema, are left to dynamic mapping. Without effect beside index.mapping.")
                .add(
                        ON_OTHER_SOURCE,
                        ConfigDef.Type.STRING,
                        "fail",
                        Words.of("fail", "accept"),
                        Importance.LOW,
                        "What to do about an index whose mapping says (in _meta, under effectively-once) that its versions come"
                                + " from elsewhere than version.from: fail, because smaller numbers freeze all documents; or"
                                + " accept, which marks the index with the new source. Accept once, and only if every new"
                                + " version is higher than all that the index holds.");
    }

    /** The rules that these options give, for versions from that source. */
    public static IndexRules rules(AbstractConfig values, String versionSource, String versionKey, boolean deletes) {
        long gcDeletes = values.getLong(GC_DELETES);
        IndexCreation creation = new IndexCreation(json(values, SETTINGS), json(values, MAPPING));
        return new IndexRules(
                versionSource,
                versionKey,
                values.getString(ON_OTHER_SOURCE).equalsIgnoreCase("accept"),
                deletes,
                gcDeletes < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(gcDeletes)),
                values.getBoolean(CREATE) ? Optional.of(creation) : Optional.empty(),
                !values.getBoolean(SCHEMA_IGNORE) && creation.mapping().isEmpty());
    }

    /** Options that don't go together, each with the reason. */
    public static Map<String, String> problems(Map<String, String> props) {
        Map<String, String> problems = new TreeMap<>();
        if ("false".equalsIgnoreCase(props.getOrDefault(CREATE, "true").trim())) {
            for (String key : new String[] {SETTINGS, MAPPING}) {
                if (!props.getOrDefault(key, "").isBlank()) {
                    problems.put(key, "has no effect beside " + CREATE + "=false; remove one of the two");
                }
            }
        }
        return problems;
    }

    private static Map<String, Object> json(AbstractConfig values, String key) {
        return JsonOption.read(key, values.getString(key));
    }
}
