package io.effectivelyonce.endtoend.audit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Examines the topics: each row of an outbox was written to its topic once. */
public final class Announcements {
    private Announcements() {}

    /**
     * Compares the ids in an outbox with those on the topics.
     *
     * @param outbox selects the ids
     * @param onTopics the id of each record, without those that were written there by somebody else
     */
    public static Examined examine(String where, Connection database, String outbox, Collection<String> onTopics)
            throws SQLException {
        Map<String, Integer> found = new HashMap<>();
        onTopics.forEach(id -> found.merge(id, 1, Integer::sum));
        Map<String, Integer> due = new LinkedHashMap<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(outbox)) {
            while (rows.next()) {
                due.put(rows.getString(1), 1);
            }
        }
        List<Finding> findings = new ArrayList<>();
        due.keySet().stream()
                .filter(id -> !found.containsKey(id))
                .forEach(id -> findings.add(new Finding(Breach.LOST, where, id)));
        found.forEach((id, times) -> {
            if (!due.containsKey(id)) {
                findings.add(new Finding(Breach.WRONG, where, id + ": nobody knows why it is there"));
            }
            for (int surplus = 1; surplus < times; surplus++) {
                findings.add(new Finding(Breach.DOUBLED, where, id));
            }
        });
        return new Examined(where, due.size(), onTopics.size(), findings);
    }
}
