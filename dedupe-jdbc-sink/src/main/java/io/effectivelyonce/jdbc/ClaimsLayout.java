package io.effectivelyonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a table that is there keeps every claim, and no two events as one. */
final class ClaimsLayout {
    private static final String KEY = "event_id, consumer";

    private static final String KEY_WITH_DAY = "event_id, event_day, consumer";

    /** What the table is partitioned by: strategy and columns, as in {@code r event_day}. */
    private static final String PARTITIONED_BY = """
            SELECT partstrat::text || ' ' || coalesce((SELECT string_agg(attname, ', ') FROM pg_attribute
                       WHERE attrelid = partrelid AND attnum = ANY (partattrs::int2[])), '')
            FROM pg_partitioned_table WHERE partrelid = to_regclass(?)""";

    private static final String COLUMNS = """
            SELECT attname, format_type(atttypid, NULL)
            FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped""";

    private static final String UNIQUE_KEYS = """
            SELECT (SELECT string_agg(attname, ', ' ORDER BY attname DESC) FROM pg_attribute
                    WHERE attrelid = indrelid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1]))
            FROM pg_index
            WHERE indrelid = to_regclass(?) AND indisunique AND indimmediate AND indisvalid
                  AND indpred IS NULL AND indexprs IS NULL""";

    /** The table and its partitions, each of which may have what the table itself has not. */
    private static final String TREE = """
            WITH named AS (SELECT to_regclass(?)::oid AS id),
                 tree AS (SELECT id FROM named UNION SELECT relid FROM named, pg_partition_tree(id))
            """;

    /**
     * What must not be there.
     *
     * @param find asks for the names of what is there all the same
     * @param problem what that means, and the remedy; the names stand in for %s
     */
    private record Forbidden(String find, String problem) {}

    private static Forbidden columnsBeside(String filled) {
        return new Forbidden(
                """
                SELECT attname FROM pg_attribute JOIN named ON attrelid = id
                WHERE attnum > 0 AND NOT attisdropped AND attname NOT IN (FILLED)
                      AND attnotnull AND NOT atthasdef AND attidentity = '' AND attgenerated = ''""".replace("FILLED", filled),
                "demands a value for %s, which the sink doesn't fill; give it a default");
    }

    private static final List<Forbidden> FORBIDDEN = List.of(
            new Forbidden(
                    "SELECT relname FROM pg_class JOIN tree ON pg_class.oid = id WHERE relpersistence <> 'p'",
                    "is unlogged or temporary (%s): a crash of the server would forget the claims while their effects"
                            + " stay; make it permanent with ALTER TABLE ... SET LOGGED"),
            new Forbidden(
                    """
                    SELECT DISTINCT attname FROM tree JOIN pg_attribute ON attrelid = id
                        LEFT JOIN pg_index ON indrelid = id AND indisunique AND attnum = ANY (indkey)
                        LEFT JOIN pg_collation ON pg_collation.oid = attcollation
                                                  OR pg_collation.oid = ANY (indcollation)
                    WHERE attname IN ('event_id', 'consumer') AND NOT collisdeterministic""",
                    "compares %s with a nondeterministic collation: different ids would be one, and an event taken for a"
                            + " duplicate of another; give the column and its key a deterministic collation such as \"C\""),
            new Forbidden(
                    // The bit 4 is INSERT, the only thing that the sink does here.
                    "SELECT DISTINCT tgname FROM pg_trigger JOIN tree ON tgrelid = id"
                            + " WHERE NOT tgisinternal AND tgenabled <> 'D' AND tgtype & 4 <> 0",
                    "has triggers on INSERT (%s), which may change ids or drop claims; drop them"),
            new Forbidden(
                    "SELECT DISTINCT rulename FROM pg_rewrite JOIN tree ON ev_class = id WHERE ev_enabled <> 'D'",
                    "has rules (%s), which may drop claims; drop them"),
            new Forbidden(
                    "SELECT DISTINCT conname FROM pg_constraint JOIN tree ON conrelid = id"
                            + " WHERE contype IN ('c', 'f', 'x')",
                    "has constraints beyond its key (%s), which would refuse claims; drop them"));

    private final ClaimsConfig config;

    ClaimsLayout(ClaimsConfig config) {
        this.config = config;
    }

    /** What is wrong with the table, to be read after its name; empty if nothing is. */
    Optional<String> problem(Connection connection) throws SQLException {
        Optional<String> columns = columnProblem(connection);
        if (columns.isPresent()) {
            return columns;
        }
        Optional<String> partitions = partitionProblem(answers(connection, PARTITIONED_BY));
        if (partitions.isPresent()) {
            return partitions;
        }
        Optional<String> key = keyProblem(answers(connection, UNIQUE_KEYS));
        if (key.isPresent()) {
            return key;
        }
        List<Forbidden> all = new ArrayList<>(FORBIDDEN);
        all.add(columnsBeside(
                config.retention().isPresent() ? "'event_id', 'consumer', 'event_day'" : "'event_id', 'consumer'"));
        for (Forbidden forbidden : all) {
            List<String> found = answers(connection, TREE + forbidden.find());
            if (!found.isEmpty()) {
                return Optional.of(String.format(forbidden.problem(), String.join(", ", found)));
            }
        }
        return Optional.empty();
    }

    private Optional<String> columnProblem(Connection connection) throws SQLException {
        Map<String, String> types = new HashMap<>();
        try (PreparedStatement ask = ask(connection, COLUMNS);
                ResultSet column = ask.executeQuery()) {
            while (column.next()) {
                types.put(column.getString(1), column.getString(2));
            }
        }
        String idType = types.get("event_id");
        String consumerType = types.get("consumer");
        if (idType == null || consumerType == null) {
            return Optional.of("has no columns consumer and event_id");
        }
        if (!idType.equals(config.type().columnType())) {
            return Optional.of("keeps event_id as " + idType + ", but " + DedupeOptions.ID_TYPE + " is "
                    + config.type().columnType());
        }
        if (!consumerType.equals("text")) {
            return Optional.of("keeps consumer as " + consumerType
                    + ", which may refuse or change names; make it text with ALTER TABLE ... ALTER consumer TYPE text");
        }
        return dayProblem(types);
    }

    private Optional<String> dayProblem(Map<String, String> types) {
        if (config.retention().isEmpty()) {
            return Optional.empty();
        }
        if (!"date".equals(types.get("event_day"))) {
            return Optional.of(
                    "has no column event_day of type date, by which claims are kept or forgotten; add it with"
                            + " ALTER TABLE ... ADD event_day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date, which takes"
                            + " the claims that are there for today's");
        }
        return "timestamp with time zone".equals(types.get("processed_at"))
                ? Optional.empty()
                : Optional.of("has no column processed_at of type timestamptz, which keeps young claims from being"
                        + " removed");
    }

    private Optional<String> partitionProblem(List<String> by) {
        if (by.stream().anyMatch(columns -> columns.contains("processed_at"))) {
            return Optional.of("is partitioned by processed_at: an event that comes again later would be claimed in"
                    + " another partition, where nobody knows it, and have its effect again; partition by the time of the"
                    + " event with " + RetentionOptions.LAYOUT + "=daily");
        }
        if (config.daily() && !by.equals(List.of("r event_day"))) {
            return Optional.of("is not partitioned by RANGE (event_day), but " + RetentionOptions.LAYOUT + " is daily");
        }
        return !config.daily() && by.equals(List.of("r event_day"))
                ? Optional.of("is partitioned by event_day; set " + RetentionOptions.LAYOUT + "=daily")
                : Optional.empty();
    }

    private Optional<String> keyProblem(List<String> keys) {
        if (keys.contains(config.daily() ? KEY_WITH_DAY : KEY)) {
            return keys.size() == 1
                    ? Optional.empty()
                    : Optional.of("has further unique keys, which would refuse claims of their own: " + keys);
        }
        if (keys.stream().anyMatch(key -> key.contains("processed_at"))) {
            return Optional.of("has processed_at in its key: an event that comes again later would get another key"
                    + " and have its effect again");
        }
        return Optional.of(
                "has no unique key over exactly (event_id, consumer" + (config.daily() ? ", event_day)" : ")"));
    }

    private List<String> answers(Connection connection, String question) throws SQLException {
        List<String> answers = new ArrayList<>();
        try (PreparedStatement ask = ask(connection, question);
                ResultSet answer = ask.executeQuery()) {
            while (answer.next()) {
                answers.add(answer.getString(1));
            }
        }
        return answers;
    }

    private PreparedStatement ask(Connection connection, String sql) throws SQLException {
        PreparedStatement ask = connection.prepareStatement(sql);
        ask.setString(1, config.table().sql());
        return ask;
    }
}
