package io.effectivelyonce.elasticsearch.index;

import io.effectivelyonce.elasticsearch.index.Server.Answered;
import io.effectivelyonce.elasticsearch.index.Server.Lost;
import io.effectivelyonce.elasticsearch.index.Server.Reply;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Where each index has to pass before its first write: made where it is missing, refused where a version would not guard its
 * documents, marked with the version source. Looked at again from time to time, since an index may be deleted, rolled over or
 * marked by somebody else while the task runs.
 *
 * <p>Whatever dies between two requests here is done again by the next task: each step looks at what is there and does what is
 * lacking. Two tasks at the same time do the same. Of two connectors that mark one index with different sources at the same
 * moment, the one whose mark was overwritten finds out when it looks again shortly after.
 */
public final class IndexGate {
    private static final Duration AGAIN_AFTER = Duration.ofMinutes(5);
    private static final Duration AGAIN_AFTER_MARKING = Duration.ofSeconds(10);

    private final Server server;
    private final IndexRules rules;
    private final IndexPreparation preparation;
    private final boolean compactMaps;

    /** Open indices, and until when they are taken for that. */
    private final Map<String, Long> openUntil = new ConcurrentHashMap<>();

    /** Schemas of records for indices that may lack fields; none once that is settled. */
    private final Map<String, Optional<Schema>> schemas = new ConcurrentHashMap<>();

    /**
     * @param credentialsKey the option that a missing privilege points to
     * @param compactMaps whether maps with keys of text are written as objects
     */
    public IndexGate(Server server, IndexRules rules, String credentialsKey, boolean compactMaps) {
        this.server = server;
        this.rules = rules;
        this.preparation = new IndexPreparation(server, rules, credentialsKey);
        this.compactMaps = compactMaps;
    }

    /** Tells the schema of a record that is about to be written to an index; null and others than structs tell nothing. */
    public void announce(String index, Schema schema) {
        if (rules.mapsFromSchema() && schema != null && schema.type() == Schema.Type.STRUCT) {
            schemas.putIfAbsent(index, Optional.of(schema));
        }
    }

    /**
     * Lets the indices of a request pass.
     *
     * @return why the request has to wait; empty if it may be sent
     * @throws ConnectException if one of them can't be written to until somebody changes it or the configuration
     */
    public Optional<Wait> admit(Collection<String> indices) throws InterruptedException {
        for (String index : indices) {
            if (!isOpen(index)) {
                Optional<Wait> wait = open(index);
                if (wait.isPresent()) {
                    return wait;
                }
            }
        }
        return Optional.empty();
    }

    private boolean isOpen(String index) {
        Long until = openUntil.get(index);
        return until != null
                && until - System.nanoTime() > 0
                && schemas.getOrDefault(index, Optional.empty()).isEmpty();
    }

    /** One at a time: a second sender must not create or mark what the first one is about to. */
    private synchronized Optional<Wait> open(String index) throws InterruptedException {
        if (isOpen(index)) {
            return Optional.empty();
        }
        IndexPreparation.Result result = preparation.prepare(index);
        if (result instanceof IndexPreparation.Waiting waiting) {
            return Optional.of(waiting.reason());
        }
        if (result instanceof IndexPreparation.Ready ready) {
            Optional<Wait> wait = addFields(ready.state(), index);
            if (wait.isPresent()) {
                return wait;
            }
            Duration trusted = ready.marked() ? AGAIN_AFTER_MARKING : AGAIN_AFTER;
            openUntil.put(index, System.nanoTime() + trusted.toNanos());
        }
        return Optional.empty();
    }

    /** Only an index without any field gets some: elsewhere a mapping is somebody's choice, or has grown already. */
    private Optional<Wait> addFields(IndexState state, String index) throws InterruptedException {
        Optional<Schema> schema = schemas.getOrDefault(index, Optional.empty());
        if (schema.isEmpty()) {
            return Optional.empty();
        }
        for (IndexState.Concrete concrete : state.indices()) {
            if (!concrete.hasFields()) {
                Reply reply = server.ask(
                        "PUT",
                        "/" + IndexState.encoded(concrete.name()) + "/_mapping",
                        SchemaMapping.body(schema.get(), compactMaps));
                if (reply instanceof Lost lost) {
                    return Optional.of(lost.reason());
                }
                Answered answered = (Answered) reply;
                if (answered.isOutage()) {
                    return Optional.of(Wait.outage("the mapping of index " + index + " can't be written: " + answered));
                }
                IndexPreparation.warnUnlessDone(answered, concrete.name(), "its fields are left to dynamic mapping");
            }
        }
        schemas.put(index, Optional.empty());
        return Optional.empty();
    }
}
