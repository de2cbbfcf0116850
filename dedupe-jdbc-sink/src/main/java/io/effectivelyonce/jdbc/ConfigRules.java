package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.retention.EventTime;
import io.effectivelyonce.spine.config.Misspellings;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a configuration must not say although each option by itself is right. Nothing here asks the database. */
final class ConfigRules {
    /** The first words of keys that are this sink's alone. */
    private static final Set<String> FAMILIES =
            Set.of("dedupe", "event", "behavior", "offsets", "guard", "batch", "retry", "linger");

    /** The first words of keys that this sink reads. */
    private static final Set<String> OWN = Set.of(
            "dedupe", "event", "behavior", "offsets", "guard", "batch", "retry", "linger", "connection", "statements");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([\\w-]+):[^}]*\\}");

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
        rules.problems.putAll(TableModeRules.problems(config));
        rules.ids();
        rules.retention();
        rules.tables();
        rules.backoff();
        rules.somewhereToReject();
        rules.polls();
        rules.placeholders();
        rules.problems.putAll(StatementRules.problems(config));
        return rules.problems;
    }

    private void unknownKeys() {
        List<String> names = StatementOptions.names(config);
        Set<String> ours = new HashSet<>(JdbcSinkOptions.fixed().names());
        names.forEach(name -> StatementOptions.keysOf(name).forEach(ours::add));
        problems.putAll(new Misspellings(
                        ours,
                        key -> key.startsWith(ConnectionOptions.PREFIX)
                                || key.startsWith(StatementOptions.STATEMENTS + ".")
                                || TableModeRules.OF_OTHER_SINKS.containsKey(key),
                        FAMILIES)
                .in(config));
        if (config.containsKey(StatementOptions.STATEMENTS)) {
            unknownKeysOfStatements(names, ours);
        }
    }

    /** Without {@code statements} each of their keys would be unknown, and the one that is missing would drown in them. */
    private void unknownKeysOfStatements(List<String> names, Set<String> ours) {
        Map<String, String> misspelt = new Misspellings(ours, key -> false).in(config);
        for (String key : new TreeSet<>(config.keySet())) {
            if (key.startsWith(StatementOptions.STATEMENTS + ".") && !ours.contains(key)) {
                problems.put(
                        key,
                        misspelt.getOrDefault(
                                key,
                                "unknown key '" + key + "': " + StatementOptions.STATEMENTS + " names " + names
                                        + ", and each has " + StatementOptions.SUFFIXES));
            }
        }
    }

    /** A placeholder that is still there is one that the worker doesn't know how to fill; it says nothing secret. */
    private void placeholders() {
        config.forEach((key, value) -> {
            Matcher left = PLACEHOLDER.matcher(value);
            if (OWN.contains(key.split("\\.", 2)[0]) && left.find()) {
                problems.put(
                        key,
                        key + " holds " + left.group()
                                + ", which the worker has not replaced: it has no config provider '" + left.group(1)
                                + "'. Add it to config.providers of the worker, or write the value");
            }
        });
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

    private void tables() {
        String claims = config.getOrDefault(DedupeOptions.TABLE, "processed_events");
        String offsets = config.getOrDefault(OffsetOptions.TABLE, "processed_offsets");
        if (claims.equalsIgnoreCase(offsets)) {
            problems.put(OffsetOptions.TABLE, OffsetOptions.TABLE + " names the same table as " + DedupeOptions.TABLE);
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
        if (!tolerant && letters) {
            problems.put(
                    "errors.tolerance",
                    "errors.tolerance is none, so nothing would ever reach the dead letter queue that"
                            + " errors.deadletterqueue.topic.name names; set errors.tolerance=all, or leave the queue out to"
                            + " have the task stop at the first record at fault");
        }
        if (tolerant && !letters && !logged) {
            problems.put(
                    "errors.tolerance",
                    "errors.tolerance is all, but rejected records would have nowhere to go: set"
                            + " errors.deadletterqueue.topic.name (or errors.log.enable=true to keep a log line of each)");
        }
    }

    private void polls() {
        String key = "consumer.override.max.poll.records";
        if (!config.containsKey(key)) {
            return;
        }
        try {
            long poll = Long.parseLong(config.get(key).trim());
            long held = DedupeJdbcSinkTask.BATCHES_HELD
                    * Long.parseLong(config.getOrDefault(WritingOptions.BATCH_SIZE, "5000")
                            .trim());
            if (poll < 1 || poll > held) {
                problems.put(
                        key,
                        key + " must be between 1 and " + held + ", which is " + DedupeJdbcSinkTask.BATCHES_HELD
                                + " times "
                                + WritingOptions.BATCH_SIZE
                                + ": so much the task holds before it pauses. Batches grow by"
                                + " themselves, the default of 500 is no brake");
            }
        } catch (NumberFormatException e) {
            // batch.size's own check says so already, and the consumer's own the other
            return;
        }
    }

    /** All problems in one text, for a task that can't start. */
    static String text(Map<String, String> problems) {
        return problems.values().stream().collect(Collectors.joining("; "));
    }
}
