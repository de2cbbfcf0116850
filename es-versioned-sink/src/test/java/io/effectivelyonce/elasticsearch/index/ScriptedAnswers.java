package io.effectivelyonce.elasticsearch.index;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Gives the next answer of a script to each question, and keeps the questions. */
final class ScriptedAnswers implements Server {
    private final Deque<Reply> answers = new ArrayDeque<>();
    private final List<String> questions = new ArrayList<>();

    ScriptedAnswers then(int status, String json) {
        answers.add(new Answered(status, json.getBytes(StandardCharsets.UTF_8)));
        return this;
    }

    ScriptedAnswers thenNone() {
        answers.add(new Lost(Wait.outage("connection refused")));
        return this;
    }

    /** Method, path without its query, and body of each question so far. */
    List<String> questions() {
        return questions;
    }

    @Override
    public Reply ask(String method, String pathAndQuery, String json) {
        questions.add(method + " " + pathAndQuery.replaceAll("\\?.*", "") + " " + json);
        return answers.removeFirst();
    }
}
