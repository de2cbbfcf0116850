package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.table.TableFormat;
import io.effectivelyonce.jdbc.table.TableKeys;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the options of table mode must not say together. */
final class TableModeRules {
    /** Options of other JDBC sinks that mean something of their own; ignoring them would change what is written. */
    static final Map<String, String> OF_OTHER_SINKS = Map.ofEntries(
            Map.entry("primary.key.mode", "use " + TableKeys.PK_MODE),
            Map.entry("primary.key.fields", "use " + TableKeys.PK_FIELDS),
            Map.entry("collection.name.format", "use " + TableKeys.TABLE_NAME_FORMAT),
            Map.entry(
                    "table.name.normalize",
                    "use " + TableKeys.TABLE_NAME_FORMAT + ", or a transform that renames topics"),
            Map.entry(
                    "topics.to.tables.mapping",
                    "use " + TableKeys.TABLE_NAME_FORMAT + ", or a transform that renames topics"),
            Map.entry("field.include.list", "use " + TableKeys.FIELDS_WHITELIST),
            Map.entry("field.exclude.list", "use " + TableKeys.FIELDS_WHITELIST + ", or the transform ReplaceField"),
            Map.entry("truncate.enabled", "tables are never truncated"),
            Map.entry("schema.evolution", "use " + TableKeys.AUTO_CREATE + " and " + TableKeys.AUTO_EVOLVE),
            Map.entry("quote.identifiers", "use " + TableKeys.QUOTE + "=always or never"),
            Map.entry("sql.quote.identifiers", "use " + TableKeys.QUOTE + "=always or never"));

    private static final int COORDINATES = 3;

    private final Map<String, String> config;
    private final Map<String, String> problems = new LinkedHashMap<>();

    private TableModeRules(Map<String, String> config) {
        this.config = config;
    }

    /** The problems, each on the key that causes it. */
    static Map<String, String> problems(Map<String, String> config) {
        TableModeRules rules = new TableModeRules(config);
        OF_OTHER_SINKS.forEach((key, instead) -> {
            if (config.containsKey(key)) {
                rules.problem(key, "belongs to another sink: " + instead);
            }
        });
        if (TableModeOptions.chosen(config)) {
            rules.keys();
            rules.format();
            rules.deletes();
            rules.guard();
        } else {
            rules.oneOfTheTwo();
        }
        return rules.problems;
    }

    private void oneOfTheTwo() {
        if (config.getOrDefault(StatementOptions.STATEMENTS, "").isBlank()) {
            problem(
                    StatementOptions.STATEMENTS,
                    "is missing: name the statements to run, or set " + TableKeys.INSERT_MODE + " and "
                            + TableKeys.PK_MODE + " for rows without SQL");
            return;
        }
        TableModeOptions.ALL.stream()
                .filter(config::containsKey)
                .forEach(key -> problem(
                        key,
                        "has no meaning beside " + StatementOptions.STATEMENTS
                                + ": either statements or these options say what is written; leave out one of them"));
    }

    private void keys() {
        String mode = value(TableKeys.PK_MODE, "none");
        List<String> fields = list(TableKeys.PK_FIELDS);
        if (mode.equals("none") && !value(TableKeys.INSERT_MODE, "insert").equals("insert")) {
            problem(
                    TableKeys.PK_MODE,
                    "is none, but " + TableKeys.INSERT_MODE + "=" + value(TableKeys.INSERT_MODE, "")
                            + " needs a key; choose where it comes from");
        }
        if (mode.equals("none") && !fields.isEmpty()) {
            problem(TableKeys.PK_FIELDS, "names a key, but " + TableKeys.PK_MODE + " is none");
        }
        if (mode.equals("kafka") && !fields.isEmpty() && fields.size() != COORDINATES) {
            problem(TableKeys.PK_FIELDS, "must name three columns, for topic, partition and offset, or none");
        }
        if (mode.equals("record_header") && fields.isEmpty()) {
            problem(TableKeys.PK_FIELDS, "must name the headers that make the key");
        }
        if (fields.stream().distinct().count() < fields.size()) {
            problem(TableKeys.PK_FIELDS, "names a field twice");
        }
    }

    private void format() {
        TableFormat format = new TableFormat(value(TableKeys.TABLE_NAME_FORMAT, "${topic}"), true);
        try {
            format.of("topic");
            TableModeOptions.topics(config).forEach(format::of);
        } catch (IllegalArgumentException e) {
            problems.put(TableKeys.TABLE_NAME_FORMAT, e.getMessage());
        }
    }

    private void deletes() {
        String mode = value(TableKeys.PK_MODE, "none");
        boolean enabled = Boolean.parseBoolean(value(TableKeys.DELETE_ENABLED, "false"));
        boolean told = !list(TableKeys.DELETE_WHEN_IN).isEmpty();
        if (enabled && (mode.equals("none") || mode.equals("kafka") || (mode.equals("record_value") && !told))) {
            problem(
                    TableKeys.DELETE_ENABLED,
                    "needs a key that a deletion has: set " + TableKeys.PK_MODE
                            + " to record_key or record_header, or to" + " record_value with "
                            + TableKeys.DELETE_WHEN_IN);
        }
        if (!enabled) {
            for (String key : List.of(
                    TableKeys.DELETE_WHEN_FROM,
                    TableKeys.DELETE_WHEN_IN,
                    TableKeys.DELETE_MODE,
                    TableKeys.DELETE_COLUMN)) {
                if (config.containsKey(key)) {
                    problem(key, "has no meaning while " + TableKeys.DELETE_ENABLED + " is false");
                }
            }
        } else if (config.containsKey(TableKeys.DELETE_WHEN_FROM) && !told) {
            problem(TableKeys.DELETE_WHEN_FROM, "is set, but " + TableKeys.DELETE_WHEN_IN + " is empty");
        }
        if (config.containsKey(TableKeys.DELETE_COLUMN)
                && value(TableKeys.DELETE_MODE, "hard").equals("hard")) {
            problem(TableKeys.DELETE_COLUMN, "is set, but " + TableKeys.DELETE_MODE + " is hard");
        }
        if (list(TableKeys.PK_FIELDS).contains(value(TableKeys.DELETE_COLUMN, "deleted"))
                && value(TableKeys.DELETE_MODE, "hard").equals("soft")) {
            problem(TableKeys.DELETE_COLUMN, "names a column of the key");
        }
    }

    private void guard() {
        String from = value(TableKeys.VERSION_FROM, "");
        String column = value(TableKeys.VERSION_COLUMN, "");
        if (from.isEmpty() && !column.isEmpty()) {
            problem(
                    TableKeys.VERSION_COLUMN,
                    "is set, but " + TableKeys.VERSION_FROM + " doesn't say where versions are");
        }
        if (!from.isEmpty() && column.isEmpty()) {
            problem(
                    TableKeys.VERSION_FROM,
                    "is set, but " + TableKeys.VERSION_COLUMN + " doesn't say where they are kept");
        }
        if (!from.isEmpty() && value(TableKeys.INSERT_MODE, "insert").equals("insert")) {
            problem(
                    TableKeys.VERSION_FROM,
                    "needs " + TableKeys.INSERT_MODE + " upsert or update: insert changes no row");
        }
        if (list(TableKeys.PK_FIELDS).contains(column)) {
            problem(TableKeys.VERSION_COLUMN, "names a column of the key");
        }
        if (!column.isEmpty()
                && value(TableKeys.DELETE_MODE, "hard").equals("soft")
                && column.equals(value(TableKeys.DELETE_COLUMN, "deleted"))) {
            problem(TableKeys.VERSION_COLUMN, "and " + TableKeys.DELETE_COLUMN + " name the same column");
        }
    }

    private void problem(String key, String what) {
        problems.putIfAbsent(key, key + " " + what);
    }

    private String value(String key, String byDefault) {
        return config.getOrDefault(key, byDefault).trim();
    }

    private List<String> list(String key) {
        return Arrays.stream(value(key, "").split(","))
                .map(String::trim)
                .filter(one -> !one.isEmpty())
                .toList();
    }
}
