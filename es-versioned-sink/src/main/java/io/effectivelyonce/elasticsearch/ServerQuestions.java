package io.effectivelyonce.elasticsearch;

import io.effectivelyonce.elasticsearch.Answer.Loss;
import io.effectivelyonce.elasticsearch.http.Connection;
import io.effectivelyonce.elasticsearch.index.Server;
import io.effectivelyonce.elasticsearch.index.Wait;

/** Puts questions about indices to whichever node answers. */
final class ServerQuestions implements Server {
    private final Transport transport;
    private final Connection connection;

    ServerQuestions(Transport transport, Connection connection) {
        this.transport = transport;
        this.connection = connection;
    }

    @Override
    public Reply ask(String method, String pathAndQuery, String json) throws InterruptedException {
        Answer answer = transport.ask(method, pathAndQuery, json);
        if (answer instanceof Answer.Answered answered) {
            return new Answered(answered.status(), answered.bytes());
        }
        Answer.Unanswered lost = (Answer.Unanswered) answer;
        return new Lost(
                lost.loss() == Loss.UNTRUSTED
                        ? new Wait(BulkApi.untrusted(lost, connection), true)
                        : new Wait(lost.node() + ": " + lost.why(), false));
    }
}
