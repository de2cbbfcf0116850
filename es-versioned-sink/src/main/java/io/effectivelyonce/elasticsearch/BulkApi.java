package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.Answer.Loss;
import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import io.effectivelyonce.elasticsearch.RequestVerdict.Doubt;
import io.effectivelyonce.elasticsearch.http.Connection;
import io.effectivelyonce.elasticsearch.index.IndexGate;
import io.effectivelyonce.elasticsearch.index.Wait;
import io.effectivelyonce.elasticsearch.queue.Open;
import io.effectivelyonce.spine.Slot;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Sends bulk requests and judges each answer as a whole. Any number of lanes may use it at once. */
final class BulkApi {
    /** No server refuses a body below this for its size; a connection that is lost under one is simply lost. */
    private static final int LARGE = 256 * 1024;

    private final Transport transport;
    private final IndexGate gate;
    private final Connection connection;
    private final boolean compresses;
    private final InFlight inFlight;
    private final BulkMetrics metrics;

    /**
     * @param gate where indices have to pass before something is written to them
     * @param compresses whether bodies go compressed by gzip
     */
    BulkApi(
            Transport transport,
            IndexGate gate,
            Connection connection,
            boolean compresses,
            InFlight inFlight,
            BulkMetrics metrics) {
        this.transport = transport;
        this.gate = gate;
        this.connection = connection;
        this.compresses = compresses;
        this.inFlight = inFlight;
        this.metrics = metrics;
    }

    /** Sends them once their indices may be written to. Where that has to wait, nothing of them has been sent. */
    RequestVerdict send(List<Open<Operation>> operations) throws InterruptedException {
        Optional<Wait> notYet = gate.admit(indices(operations));
        return notYet.isPresent()
                ? new RequestVerdict.NotYet(notYet.get().why(), notYet.get().misconfigured())
                : request(operations);
    }

    private static Set<String> indices(List<Open<Operation>> operations) {
        return operations.stream().map(open -> open.operation().key().index()).collect(Collectors.toSet());
    }

    private RequestVerdict request(List<Open<Operation>> operations) throws InterruptedException {
        Set<Slot> slots = operations.stream().map(open -> open.entry().slot()).collect(Collectors.toSet());
        byte[] lines = BulkRequest.body(operations.stream().map(Open::operation).toList());
        Body body = compresses ? Body.compressed(lines) : Body.plain(lines);
        Object request = inFlight.begin(slots);
        if (!slots.stream().allMatch(Slot::living)) { // asked only now: a revocation sees the request, or this sees it
            inFlight.end(request);
            return new RequestVerdict.NotYet("a partition was taken away just before its operations were sent", false);
        }
        long begun = System.nanoTime();
        metrics.sending(body.bytes().length);
        try {
            Answer answer = transport.post(BulkRequest.PATH, body);
            RequestVerdict verdict = judge(answer, operations.size(), lines.length);
            if (verdict instanceof RequestVerdict.Taken) {
                metrics.taken(operations.size(), body.bytes().length, Duration.ofNanos(System.nanoTime() - begun));
            } else {
                metrics.again(Map.of(cause(answer), operations.size()));
            }
            return verdict;
        } finally {
            inFlight.end(request);
        }
    }

    private static String cause(Answer answer) {
        return answer instanceof Answer.Answered answered ? Integer.toString(answered.status()) : "none";
    }

    /** Asks this very node whether it takes bulk requests: another one would tell nothing of what this one refused. */
    RequestVerdict control(URI node, String index) throws InterruptedException {
        Answer answer = transport.postTo(node, BulkRequest.PATH, Body.plain(Control.body(index)));
        return judge(answer, 1, 0);
    }

    private RequestVerdict judge(Answer answer, int operations, int bytes) {
        if (answer instanceof Answer.Answered answered) {
            return judge(answered, operations);
        }
        Answer.Unanswered lost = (Answer.Unanswered) answer;
        String why = lost.node() + ": " + lost.why();
        if (lost.loss() == Loss.UNTRUSTED) {
            return new RequestVerdict.Misconfigured(untrusted(lost, connection));
        }
        return lost.loss() == Loss.CUT && bytes >= LARGE
                ? new RequestVerdict.Doubtful(Doubt.CUT, lost.node(), why)
                : new RequestVerdict.Outage(why, lost.loss() == Loss.TOO_LATE);
    }

    static String untrusted(Answer.Unanswered lost, Connection connection) {
        return lost.node() + ": " + lost.why()
                + ": the certificate of the node is not trusted, and nothing was sent; check " + connection.trustKey();
    }

    private RequestVerdict judge(Answer.Answered answer, int operations) {
        int status = answer.status();
        if (status == 200) {
            return taken(answer, operations);
        }
        String why = answer.node() + ": status " + status + ", " + BulkResponse.errorType(answer.body());
        return switch (status) {
            case 408, 429, 502, 503, 504 -> new RequestVerdict.Outage(why, status != 502 && status != 503);
            case 400 -> new RequestVerdict.Doubtful(Doubt.REFUSED, answer.node(), why);
            case 413 -> new RequestVerdict.Doubtful(Doubt.TOO_LARGE, answer.node(), why);
            case 401 ->
                new RequestVerdict.Misconfigured(
                        why + ": the credentials are refused; check " + connection.credentialsKey());
            case 403 -> // a user who may write to no index at all, or somebody in between who lets nothing pass
                new RequestVerdict.Misconfigured(
                        why + ": the user or API key lacks the privilege write on the indices; check "
                                + connection.credentialsKey());
            default ->
                status >= 500
                        ? new RequestVerdict.Doubtful(Doubt.SERVER_ERROR, answer.node(), why)
                        : new RequestVerdict.Misconfigured(
                                why + ": this is no bulk API of Elasticsearch or OpenSearch; check "
                                        + ConnectionOptions.URL);
        };
    }

    private static RequestVerdict taken(Answer.Answered answer, int operations) {
        try {
            List<Item> items = BulkResponse.items(answer.body());
            if (items.size() == operations) {
                return new RequestVerdict.Taken(items, answer.node());
            }
        } catch (IOException e) {
            // an answer cut short, or that of something else: the outcome is unknown like that of a lost one
        }
        return new RequestVerdict.Outage(
                answer.node() + ": status 200, but the answer doesn't match the request", false);
    }
}
