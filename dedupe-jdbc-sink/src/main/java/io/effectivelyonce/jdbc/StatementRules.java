package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.select.Root;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the options of a statement must not say together. Nothing here asks the database. */
final class StatementRules {
    private final Map<String, String> config;
    private final String name;
    private final boolean forEach;
    private final Map<String, String> problems = new LinkedHashMap<>();

    private StatementRules(Map<String, String> config, String name) {
        this.config = config;
        this.name = name;
        this.forEach = !text(StatementOptions.forEachOf(name)).isBlank();
    }

    /** The problems of all statements, each on the key that causes it. */
    static Map<String, String> problems(Map<String, String> config) {
        Map<String, String> problems = new LinkedHashMap<>();
        for (String name : StatementOptions.names(config)) {
            StatementRules rules = new StatementRules(config, name);
            rules.when();
            rules.orderBy();
            rules.sql();
            problems.putAll(rules.problems);
        }
        return problems;
    }

    private String text(String key) {
        return config.getOrDefault(key, "");
    }

    private Stream<String> words(String key) {
        return Stream.of(text(key).split(",")).map(String::trim).filter(word -> !word.isEmpty());
    }

    private void refuse(String key, String why) {
        problems.put(key, key + why);
    }

    private void when() {
        String from = StatementOptions.whenFromOf(name);
        String in = StatementOptions.whenInOf(name);
        if (!text(in).isBlank()) {
            return;
        }
        if (config.containsKey(in)) {
            refuse(
                    in,
                    " is empty, and the statement would run for every record; name the kinds of record, or leave the"
                            + " key out if every record is meant");
        }
        if (config.containsKey(from)) {
            refuse(from, " is set, but " + in + " is empty: the statement would run for every record");
        }
    }

    private void orderBy() {
        String key = StatementOptions.orderByOf(name);
        boolean byItem = words(key).anyMatch(one -> one.equals("item") || one.startsWith("item."));
        if (byItem && !forEach) {
            refuse(key, " starts at item, which is there only with " + StatementOptions.forEachOf(name));
        }
    }

    private void sql() {
        String key = StatementOptions.sqlOf(name);
        if (config.containsKey(key)) {
            try {
                sql(SqlTemplate.parse(config.get(key)));
            } catch (SqlSyntaxException e) {
                // The option's own check says so already.
                return;
            }
        }
    }

    private void sql(SqlTemplate sql) {
        String mayBeMissing = StatementOptions.mayBeMissingOf(name);
        List<String> missing = words(mayBeMissing).toList();
        try {
            sql.named(missing);
        } catch (IllegalArgumentException e) {
            refuse(mayBeMissing, ": " + e.getMessage());
        }
        if (!forEach && usesItem(sql)) {
            refuse(
                    StatementOptions.sqlOf(name),
                    " uses :item, which is there only with " + StatementOptions.forEachOf(name));
        }
        String rows = StatementOptions.rowsOf(name);
        if (sql.verb().equals("CALL") && !config.getOrDefault(rows, "any").equals("any")) {
            refuse(
                    rows,
                    " can't be kept: the database counts no rows for CALL. Let the procedure raise an exception, or select"
                            + " from a function that returns rows");
        }
    }

    private static boolean usesItem(SqlTemplate sql) {
        return sql.parameters().stream()
                .anyMatch(parameter -> parameter instanceof Parameter.Place place
                        && place.selector().root() == Root.ITEM);
    }
}
