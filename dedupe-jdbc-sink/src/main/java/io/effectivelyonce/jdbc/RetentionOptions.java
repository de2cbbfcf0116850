package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.retention.EventTime;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;

/** How long claims are kept. */
final class RetentionOptions {
    static final String LAYOUT = "dedupe.table.layout";
    static final String TIME_FROM = "event.time.from";
    static final String KEEP = "dedupe.retention.ms";
    static final String ON_TOO_OLD = "behavior.on.too.old";

    private static final long DAY = 86_400_000;
    private static final long MOST = 36_500 * DAY;

    private RetentionOptions() {}

    static void define(OptionGroup group) {
        group.add(
                LAYOUT,
                ConfigDef.Type.STRING,
                "plain",
                Choice.of("plain", "daily"),
                Importance.MEDIUM,
                "How the claims table is laid out. plain: one table, from which old claims are deleted in batches; good for"
                        + " some ten million claims. daily: a partition for each UTC day of event.time.from, made ahead"
                        + " and dropped as a whole; the role must own the table.");
        group.add(
                TIME_FROM,
                ConfigDef.Type.STRING,
                "",
                EventTime.VALIDATOR,
                Importance.MEDIUM,
                "When the event happened: a selector, or uuidv7 for the time inside the event id. A text needs an offset, as"
                        + " in 2026-11-30T10:00:00Z; a number counts milliseconds since 1970, unless its schema is one"
                        + " of Debezium's. It must be the same on every redelivery: timestamp is refused. Needed by"
                        + " dedupe.table.layout=daily and by dedupe.retention.ms; otherwise only measured.");
        group.add(
                KEEP,
                ConfigDef.Type.LONG,
                -1L,
                (ConfigDef.Validator) RetentionOptions::demandDays,
                Importance.MEDIUM,
                "Milliseconds for which claims are kept, counted from the time of the event; at least a day (86400000), at"
                        + " most a hundred years; -1 for ever. Longer than topics keep their records, and than the longest"
                        + " outage and the oldest replay. Whole UTC days are forgotten at a time. A daily table holds"
                        + " the claims of all its consumers: the shortest retention counts for all of them.");
        group.add(
                ON_TOO_OLD,
                ConfigDef.Type.STRING,
                "fail",
                Choice.of("fail", "reject", "apply"),
                Importance.MEDIUM,
                "What becomes of an event that is older than what the claims remember and has no claim. fail: the task stops"
                        + " at it. reject: through errors.tolerance and the dead letter queue. apply: it has its effect,"
                        + " perhaps for the second time. One that is still claimed is a duplicate in any case.");
    }

    private static void demandDays(String key, Object value) {
        if (value instanceof Long millis && millis != -1 && (millis < DAY || millis > MOST)) {
            throw new ConfigException(key, value, "must be -1, or between " + DAY + " (a day) and " + MOST);
        }
    }

    /** Whether claims know the day of their event. */
    static boolean dated(Map<String, String> config) {
        return config.getOrDefault(LAYOUT, "plain").equals("daily")
                || !config.getOrDefault(KEEP, "-1").trim().equals("-1");
    }
}
