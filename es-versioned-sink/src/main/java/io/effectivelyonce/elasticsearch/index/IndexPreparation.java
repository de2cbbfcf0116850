package io.effectivelyonce.elasticsearch.index;

import io.effectivelyonce.elasticsearch.index.Server.Answered;
import io.effectivelyonce.elasticsearch.index.Server.Lost;
import io.effectivelyonce.elasticsearch.index.Server.Reply;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings one index into the state that guarded writes want, by looking, doing what is lacking, and looking again. */
final class IndexPreparation {
    private static final Logger LOG = LoggerFactory.getLogger(IndexPreparation.class);
    private static final Duration SERVERS_GC_DELETES = Duration.ofSeconds(60);

    /** Creating, marking, and somebody who deletes or marks in between. */
    private static final int LOOKS = 5;

    private final Server server;
    private final IndexRules rules;
    private final String credentialsKey;

    /** What has been warned about, by index: once for each task is enough. */
    private final Set<String> unmarkable = new HashSet<>();

    private final Set<String> forgetful = new HashSet<>();

    /**
     * @param credentialsKey the option that a refusal of the credentials, or a missing privilege, points to
     */
    IndexPreparation(Server server, IndexRules rules, String credentialsKey) {
        this.server = server;
        this.rules = rules;
        this.credentialsKey = credentialsKey;
    }

    /** What came of it. */
    sealed interface Result {}

    /**
     * The index may be written to.
     *
     * @param marked whether it was marked just now
     */
    record Ready(IndexState state, boolean marked) implements Result {}

    /** There is no index, and it is the server's matter to create it with the first write. */
    record LeftToServer() implements Result {}

    /** Not now. */
    record Waiting(Wait reason) implements Result {}

    /**
     * Prepares an index.
     *
     * @throws ConnectException if it can't be written to until somebody changes it or the configuration
     */
    Result prepare(String index) throws InterruptedException {
        boolean marked = false;
        for (int look = 0; look < LOOKS; look++) {
            Reply reply = server.ask("GET", IndexState.path(index), "");
            if (reply instanceof Lost lost) {
                return new Waiting(lost.reason());
            }
            Answered answered = (Answered) reply;
            if (answered.status() == 404) {
                if (rules.creation().isEmpty()) {
                    return new LeftToServer();
                }
                Optional<Wait> wait = create(index, rules.creation().get());
                if (wait.isPresent()) {
                    return new Waiting(wait.get());
                }
                continue;
            }
            if (answered.status() != 200) {
                return notTold(index, answered);
            }
            IndexState state = IndexState.of(index, answered.json());
            rules.problems(state).values().stream().findFirst().ifPresent(why -> {
                throw new ConnectException(why);
            });
            Optional<IndexState.Concrete> toMark = state.indices().stream()
                    .filter(one -> !VersionMark.in(one.meta()).equals(rules.versionSource()))
                    .filter(one -> !unmarkable.contains(one.name()))
                    .findFirst();
            if (toMark.isEmpty()) {
                warnOfShortMemory(state);
                return new Ready(state, marked);
            }
            Reply done = mark(toMark.get());
            if (done instanceof Lost lost) {
                return new Waiting(lost.reason());
            }
            if (((Answered) done).isOutage()) {
                return outage("the mapping of index " + index + " can't be written: " + done);
            }
            marked = ((Answered) done).status() == 200;
            if (!marked) {
                unmarkable.add(toMark.get().name());
                warnUnlessDone(
                        (Answered) done,
                        toMark.get().name(),
                        "the version source is not noted there, and a change of it would not be noticed");
            }
        }
        return outage("index " + index + " is created, changed and deleted by somebody else at the same time");
    }

    private static Result outage(String why) {
        return new Waiting(Wait.outage(why));
    }

    private Result notTold(String index, Answered answered) {
        if (answered.isOutage()) {
            return outage("index " + index + " can't be looked into: " + answered);
        }
        if (answered.status() == 401 || answered.status() == 403) {
            return new Waiting(Wait.misconfigured("index " + index + " can't be looked into (" + answered
                    + "): the credentials are refused, or lack the privilege view_index_metadata on it; check "
                    + credentialsKey));
        }
        throw new ConnectException("index " + index + " can't be looked into: " + answered + ", " + answered.reason());
    }

    private Optional<Wait> create(String index, IndexCreation creation) throws InterruptedException {
        Reply reply = server.ask(
                "PUT", "/" + IndexState.encoded(index), creation.body(rules.versionSource(), rules.gcDeletes()));
        if (reply instanceof Lost lost) {
            return Optional.of(lost.reason());
        }
        Answered answered = (Answered) reply;
        if (answered.status() == 200 || answered.errorType().equals("resource_already_exists_exception")) {
            return Optional.empty();
        }
        // validation_exception: the cluster has all the shards that it may have
        if (answered.isOutage() || answered.errorType().equals("validation_exception")) {
            return Optional.of(
                    Wait.outage("index " + index + " can't be created: " + answered + ", " + answered.reason()));
        }
        if (answered.status() == 401 || answered.status() == 403) {
            return Optional.of(Wait.misconfigured("index " + index + " can't be created (" + answered
                    + "): the credentials are refused, or lack the privilege create_index; check " + credentialsKey
                    + ", grant it, or create the index"));
        }
        throw new ConnectException("index " + index + " can't be created: " + answered + ", " + answered.reason()
                + ". Correct " + IndexOptions.INDEX + ", the index options or the template, or create the index");
    }

    private Reply mark(IndexState.Concrete index) throws InterruptedException {
        LOG.info(
                "Noting in the mapping of index {} that its versions come from {}",
                index.name(),
                rules.versionSource());
        return server.ask(
                "PUT",
                "/" + IndexState.encoded(index.name()) + "/_mapping",
                Json.text(Map.of("_meta", VersionMark.put(index.meta(), rules.versionSource()))));
    }

    private void warnOfShortMemory(IndexState state) {
        if (!rules.deletes() || rules.gcDeletes().isEmpty()) {
            return;
        }
        for (IndexState.Concrete index : state.indices()) {
            Duration remembers = index.gcDeletes()
                    .map(text -> TimeValue.parse(text).orElse(Duration.ZERO))
                    .orElse(SERVERS_GC_DELETES);
            if (remembers.compareTo(rules.gcDeletes().get()) < 0 && forgetful.add(index.name())) {
                LOG.warn(
                        "Index {} remembers the versions of deleted documents for {} s only; an older write that comes later"
                                + " brings a deleted document back. PUT /{}/_settings {\"index.gc_deletes\":\"{}s\"} changes"
                                + " that",
                        index.name(),
                        remembers.toSeconds(),
                        index.name(),
                        rules.gcDeletes().get().toSeconds());
            }
        }
    }

    static void warnUnlessDone(Answered answered, String index, String consequence) {
        if (answered.status() != 200) {
            LOG.warn("The mapping of index {} can't be changed ({}): {}", index, answered, consequence);
        }
    }
}
