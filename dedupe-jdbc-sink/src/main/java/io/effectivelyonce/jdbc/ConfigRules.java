package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.retention.EventTime;
import io.effectivelyonce.spine.config.Misspellings;
import io.effectivelyonce.spine.select.Root;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a configuration must not say although each option by itself is right. Nothing here asks the database. */
final class ConfigRules {
    /** Options of other JDBC sinks that mean something this version doesn't do; ignoring them would change what is written. */
    private static final Set<String> TABLE_MODE = Set.of(
            "insert.mode",
            "pk.mode",
            "pk.fields",
            "primary.key.mode",
            "primary.key.fields",
            "table.name.format",
            "collection.name.format",
            "table.name.normalize",
            "topics.to.tables.mapping",
            "fields.whitelist",
            "field.include.list",
            "field.exclude.list",
            "delete.enabled",
            "delete.mode",
            "truncate.enabled",
            "auto.create",
            "auto.evolve",
            "schema.evolution",
            "version.from",
            "version.column",
            "db.timezone");

    private final Map<String, String> config;
    private final Map<String, String> problems = new LinkedHashMap<>();

    private ConfigRules(Map<String, String> config) {
        this.config = config;
    }

    /** The problems, each on the key that causes it. */
    static Map<String, String> problems(Map<String, String> config) {
        ConfigRules rules = new ConfigRules(config);
        rules.unknownKeys();
        rules.problems.putAll(DriverRules.problems(config));
        rules.ids();
        rules.retention();
        rules.backoff();
        rules.somewhereToReject();
        StatementOptions.names(config).forEach(rules::statement);
        return rules.problems;
    }

    private void unknownKeys() {
        List<String> names = StatementOptions.names(config);
        Set<String> ours = new HashSet<>(JdbcSinkOptions.fixed().names());
        names.forEach(name -> StatementOptions.keysOf(name).forEach(ours::add));
        problems.putAll(
                new Misspellings(ours, key -> key.startsWith(ConnectionOptions.PREFIX) || TABLE_MODE.contains(key))
                        .in(config));
        for (String key : new TreeSet<>(config.keySet())) {
            if (TABLE_MODE.contains(key)) {
                problems.put(key, key + " is not supported by this version; write the SQL as statements.NAME.sql");
            } else if (key.startsWith(StatementOptions.STATEMENTS + ".") && !ours.contains(key)) {
                problems.putIfAbsent(
                        key,
                        "unknown key '" + key + "': " + StatementOptions.STATEMENTS + " names " + names
                                + ", and each has .sql, .when.from, .when.in, .for.each, .rows and .order.by");
            }
        }
    }

    private void ids() {
        boolean several = config.getOrDefault(DedupeOptions.ID_FROM, "").contains(",");
        if (several && config.getOrDefault(DedupeOptions.ID_TYPE, "uuid").equals("uuid")) {
            problems.put(
                    DedupeOptions.ID_FROM,
                    DedupeOptions.ID_FROM + " names several places; joined they are no UUID: set "
                            + DedupeOptions.ID_TYPE + "=text");
        }
        if (!config.containsKey(DedupeOptions.CONSUMER)
                && config.getOrDefault("name", "").isEmpty()) {
            problems.put(DedupeOptions.CONSUMER, DedupeOptions.CONSUMER + " is missing, and the connector has no name");
        }
    }

    private void retention() {
        String from = config.getOrDefault(RetentionOptions.TIME_FROM, "");
        if (EventTime.isInId(from)
                && config.getOrDefault(DedupeOptions.ID_TYPE, "uuid").equals("text")) {
            problems.put(
                    RetentionOptions.TIME_FROM,
                    RetentionOptions.TIME_FROM + " is " + from + ", but " + DedupeOptions.ID_TYPE + " is text");
        }
        if (!RetentionOptions.dated(config)) {
            return;
        }
        if (from.isEmpty()) {
            problems.put(
                    RetentionOptions.TIME_FROM,
                    RetentionOptions.TIME_FROM + " is missing: " + RetentionOptions.LAYOUT + "=daily and "
                            + RetentionOptions.KEEP + " go by the time of the event; name a place in the event that is"
                            + " the same on every redelivery, or uuidv7");
        }
        if (config.getOrDefault(DedupeOptions.MODE, "table").equals("none")) {
            problems.put(
                    DedupeOptions.MODE,
                    DedupeOptions.MODE + " is none: there are no claims to lay out in days or to keep for a time");
        }
    }

    private void backoff() {
        try {
            long first = Long.parseLong(config.getOrDefault(WritingOptions.BACKOFF, "100"));
            long most = Long.parseLong(config.getOrDefault(WritingOptions.BACKOFF_MAX, "30000"));
            if (first > most) {
                problems.put(
                        WritingOptions.BACKOFF, WritingOptions.BACKOFF + " is above " + WritingOptions.BACKOFF_MAX);
            }
        } catch (NumberFormatException e) {
            // The option's own type check says so already.
            return;
        }
    }

    private void somewhereToReject() {
        boolean tolerant = "all".equalsIgnoreCase(config.getOrDefault("errors.tolerance", "none"));
        boolean letters =
                !config.getOrDefault("errors.deadletterqueue.topic.name", "").isBlank();
        boolean logged = Boolean.parseBoolean(config.getOrDefault("errors.log.enable", "false"));
        if (tolerant && !letters && !logged) {
            problems.put(
                    "errors.tolerance",
                    "errors.tolerance is all, but rejected records would have nowhere to go: set"
                            + " errors.deadletterqueue.topic.name (or errors.log.enable=true to keep a log line of each)");
        }
    }

    private void statement(String name) {
        boolean each =
                !config.getOrDefault(StatementOptions.forEachOf(name), "").isBlank();
        if (config.containsKey(StatementOptions.whenFromOf(name))
                && config.getOrDefault(StatementOptions.whenInOf(name), "").isBlank()) {
            problems.put(
                    StatementOptions.whenFromOf(name),
                    StatementOptions.whenFromOf(name) + " is set, but " + StatementOptions.whenInOf(name)
                            + " is empty: the" + " statement would run for every record");
        }
        if (!each && sortsByItem(name)) {
            problems.put(
                    StatementOptions.orderByOf(name),
                    StatementOptions.orderByOf(name) + " starts at item, which is there only with "
                            + StatementOptions.forEachOf(name));
        }
        if (config.containsKey(StatementOptions.sqlOf(name))) {
            try {
                statement(name, SqlTemplate.parse(config.get(StatementOptions.sqlOf(name))), each);
            } catch (SqlSyntaxException e) {
                // The option's own check says so already.
                return;
            }
        }
    }

    private void statement(String name, SqlTemplate sql, boolean each) {
        if (!each && usesItem(sql)) {
            problems.put(
                    StatementOptions.sqlOf(name),
                    StatementOptions.sqlOf(name) + " uses :item, which is there only with "
                            + StatementOptions.forEachOf(name));
        }
        if (sql.verb().equals("CALL")
                && !config.getOrDefault(StatementOptions.rowsOf(name), "any").equals("any")) {
            problems.put(
                    StatementOptions.rowsOf(name),
                    StatementOptions.rowsOf(name) + " can't be kept: the database counts no rows for CALL. Let the"
                            + " procedure raise an exception, or select from a function that returns rows");
        }
    }

    private boolean sortsByItem(String name) {
        return Arrays.stream(config.getOrDefault(StatementOptions.orderByOf(name), "")
                        .split(","))
                .map(String::trim)
                .anyMatch(one -> one.equals("item") || one.startsWith("item."));
    }

    private static boolean usesItem(SqlTemplate sql) {
        return sql.parameters().stream()
                .anyMatch(parameter -> parameter instanceof Parameter.Place place
                        && place.selector().root() == Root.ITEM);
    }

    /** All problems in one text, for a task that can't start. */
    static String text(Map<String, String> problems) {
        return problems.values().stream().collect(Collectors.joining("; "));
    }
}
