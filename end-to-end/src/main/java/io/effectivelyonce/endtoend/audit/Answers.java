package io.effectivelyonce.endtoend.audit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answer to a question: the contents that stand under each key. */
final class Answers {
    private final Map<String, List<String>> contents = new LinkedHashMap<>();

    /** Asks one of the databases; the question selects a key and a content. */
    static Answers of(Connection database, String question) throws SQLException {
        Answers answers = new Answers();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            while (rows.next()) {
                answers.add(rows.getString(1), rows.getString(2));
            }
        }
        return answers;
    }

    void add(String key, String content) {
        contents.computeIfAbsent(key, each -> new ArrayList<>()).add(content);
    }

    long size() {
        return contents.values().stream().mapToLong(List::size).sum();
    }

    /** Compares what is with what must be: every key once, with its content. */
    static List<Finding> compare(Question question, Answers mustBe, Answers is) {
        List<Finding> findings = new ArrayList<>();
        mustBe.contents.forEach((key, due) -> {
            List<String> there = is.contents.getOrDefault(key, List.of());
            if (there.isEmpty()) {
                findings.add(new Finding(question.missing(), question.where(), key));
            }
            for (int surplus = 1; surplus < there.size(); surplus++) {
                findings.add(new Finding(Breach.DOUBLED, question.where(), key));
            }
            there.stream()
                    .filter(content -> !content.equals(due.get(0)))
                    .forEach(content -> findings.add(new Finding(
                            Breach.WRONG, question.where(), key + ": must be " + due.get(0) + ", is " + content)));
        });
        is.contents.forEach((key, there) -> {
            if (!mustBe.contents.containsKey(key)) {
                there.forEach(content -> findings.add(
                        new Finding(question.unexpected(), question.where(), key + ": nobody knows why it is there")));
            }
        });
        return findings;
    }
}
