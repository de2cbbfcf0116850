package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.Answer.Loss;
import io.effectivelyonce.elasticsearch.BulkResponse.Item;
import io.effectivelyonce.elasticsearch.RequestVerdict.Doubt;
import io.effectivelyonce.elasticsearch.http.Connection;
import io.effectivelyonce.elasticsearch.index.IndexGate;
import io.effectivelyonce.elasticsearch.index.Wait;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Sends one bulk request and judges the answer as a whole. */
final class BulkApi {
    /** No server refuses a body below this for its size; a connection that is lost under one is simply lost. */
    private static final int LARGE = 256 * 1024;

    private final Transport transport;
    private final IndexGate gate;
    private final Connection connection;

    BulkApi(Transport transport, IndexGate gate, Connection connection) {
        this.transport = transport;
        this.gate = gate;
        this.connection = connection;
    }

    RequestVerdict send(List<Operation> operations) throws InterruptedException {
        Set<String> indices =
                operations.stream().map(operation -> operation.key().index()).collect(Collectors.toSet());
        Optional<Wait> notYet = gate.admit(indices);
        if (notYet.isPresent()) {
            String why = notYet.get().why();
            return notYet.get().misconfigured()
                    ? new RequestVerdict.Misconfigured(why)
                    : new RequestVerdict.Outage(why);
        }
        byte[] body = BulkRequest.body(operations);
        Answer answer = transport.post(BulkRequest.PATH, body);
        if (answer instanceof Answer.Answered answered) {
            return judge(answered, operations.size());
        }
        Answer.Unanswered lost = (Answer.Unanswered) answer;
        String why = lost.node() + ": " + lost.why();
        if (lost.loss() == Loss.UNTRUSTED) {
            return new RequestVerdict.Misconfigured(untrusted(lost, connection));
        }
        return lost.loss() == Loss.CUT && body.length >= LARGE
                ? new RequestVerdict.Doubtful(Doubt.CUT, lost.node(), why)
                : new RequestVerdict.Outage(why);
    }

    /** Asks this very node whether it takes bulk requests: another one would tell nothing of what this one refused. */
    RequestVerdict control(URI node, String index) throws InterruptedException {
        Answer answer = transport.postTo(node, BulkRequest.PATH, Control.body(index));
        return answer instanceof Answer.Answered answered
                ? judge(answered, 1)
                : new RequestVerdict.Outage(node + ": " + ((Answer.Unanswered) answer).why());
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
            case 408, 429, 502, 503, 504 -> new RequestVerdict.Outage(why);
            case 400 -> new RequestVerdict.Doubtful(Doubt.REFUSED, answer.node(), why);
            case 413 -> new RequestVerdict.Doubtful(Doubt.TOO_LARGE, answer.node(), why);
            case 401, 403 ->
                new RequestVerdict.Misconfigured(
                        why + ": the credentials are refused; check " + connection.credentialsKey());
            default ->
                status >= 500
                        ? new RequestVerdict.Doubtful(Doubt.SERVER_ERROR, answer.node(), why)
                        : new RequestVerdict.Misconfigured(
                                why + ": this is no bulk API of Elasticsearch or OpenSearch; check " + Options.URL);
        };
    }

    private static RequestVerdict taken(Answer.Answered answer, int operations) {
        try {
            List<Item> items = BulkResponse.items(answer.body());
            if (items.size() == operations) {
                return new RequestVerdict.Taken(items);
            }
        } catch (IOException e) {
            // an answer cut short, or that of something else: the outcome is unknown like that of a lost one
        }
        return new RequestVerdict.Outage(answer.node() + ": status 200, but the answer doesn't match the request");
    }
}
