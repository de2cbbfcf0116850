package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.TableName;
import io.effectivelyonce.jdbc.table.InsertMode;
import io.effectivelyonce.jdbc.table.KeyMode;
import io.effectivelyonce.jdbc.table.TableConfig;
import io.effectivelyonce.jdbc.table.TableFormat;
import io.effectivelyonce.jdbc.table.TableKeys;
import io.effectivelyonce.spine.select.Selector;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** Which row of which table an event changes, under the names that other JDBC sinks taught. */
final class TableModeOptions {
    static final List<String> ALL = List.of(
            TableKeys.INSERT_MODE,
            TableKeys.PK_MODE,
            TableKeys.PK_FIELDS,
            TableKeys.TABLE_NAME_FORMAT,
            TableKeys.FIELDS_WHITELIST,
            TableKeys.QUOTE,
            TableKeys.AUTO_CREATE,
            TableKeys.AUTO_EVOLVE,
            TableKeys.ON_MISSING_ROW,
            TableKeys.DELETE_ENABLED,
            TableKeys.DELETE_WHEN_FROM,
            TableKeys.DELETE_WHEN_IN,
            TableKeys.DELETE_MODE,
            TableKeys.DELETE_COLUMN,
            TableKeys.VERSION_FROM,
            TableKeys.VERSION_COLUMN,
            TableKeys.GUARD_TABLE,
            TableKeys.GUARD_CREATE);

    private TableModeOptions() {}

    /** Whether a configuration names rows instead of statements. */
    static boolean chosen(Map<String, String> config) {
        return config.getOrDefault(StatementOptions.STATEMENTS, "").isBlank()
                && ALL.stream().anyMatch(config::containsKey);
    }

    static void define(OptionGroup group) {
        group.add(
                TableKeys.INSERT_MODE,
                ConfigDef.Type.STRING,
                "insert",
                Choice.of("insert", "upsert", "update"),
                Importance.HIGH,
                "insert: the row must be new. upsert: it is inserted, or its columns are set. update: it must be there, and its"
                        + " columns are set. Only the fields that a record has are written; a column whose field is missing"
                        + " stays as it is, and one whose field is null becomes null.");
        group.add(
                TableKeys.PK_MODE,
                ConfigDef.Type.STRING,
                "none",
                Choice.of("none", "kafka", "record_key", "record_value", "record_header"),
                Importance.HIGH,
                "Where the key of the row comes from. none: rows have no key (insert only). kafka: the original topic, partition"
                        + " and offset. record_key: the record key, or its fields. record_value: fields of the value."
                        + " record_header: headers.");
        group.add(
                TableKeys.PK_FIELDS,
                ConfigDef.Type.LIST,
                "",
                null,
                Importance.HIGH,
                "Fields that make the key, and the columns they go to. For kafka three columns, by default __connect_topic,"
                        + " __connect_partition and __connect_offset; for a record key without fields the one column; for"
                        + " headers their names. Empty: all fields. The table must have a unique index over exactly these"
                        + " columns.");
        group.add(
                TableKeys.TABLE_NAME_FORMAT,
                ConfigDef.Type.STRING,
                "${topic}",
                null,
                Importance.MEDIUM,
                "Table, in which ${topic} stands for the topic. Dots divide schema and table, those of the topic too: quote it"
                        + " where it is one name, as in app.\"${topic}\".");
        group.add(
                TableKeys.FIELDS_WHITELIST,
                ConfigDef.Type.LIST,
                "",
                null,
                Importance.MEDIUM,
                "Fields of the value that are written, beside the key. Empty: all, and a field without a column is a mistake.");
        group.add(
                TableKeys.QUOTE,
                ConfigDef.Type.STRING,
                "always",
                Choice.of("always", "never", "ALWAYS", "NEVER"),
                Importance.MEDIUM,
                "always: names of tables and columns keep their case. never: they are folded to lower case, as PostgreSQL does"
                        + " with names without quotes.");
        group.add(
                TableKeys.AUTO_CREATE,
                ConfigDef.Type.BOOLEAN,
                false,
                null,
                Importance.MEDIUM,
                "Whether a missing table is created from the schema of the first record: key columns not null, all others"
                        + " nullable. In a transaction of its own, safe with many tasks.");
        group.add(
                TableKeys.AUTO_EVOLVE,
                ConfigDef.Type.BOOLEAN,
                false,
                null,
                Importance.MEDIUM,
                "Whether a column is added for a field that the table lacks. Nothing is ever dropped or given another type.");
        group.add(
                TableKeys.ON_MISSING_ROW,
                ConfigDef.Type.STRING,
                "reject",
                Choice.of("reject", "fail", "ignore"),
                Importance.MEDIUM,
                "What becomes of an update that finds no row. reject: a fault of the record. fail: the task stops at it."
                        + " ignore: it is passed over and counted as applied, as other sinks do.");
        group.add(
                TableKeys.DELETE_ENABLED,
                ConfigDef.Type.BOOLEAN,
                false,
                null,
                Importance.MEDIUM,
                "Whether a tombstone deletes its row. Needs a key that a tombstone has: pk.mode record_key or record_header.");
        group.add(
                TableKeys.DELETE_WHEN_FROM,
                ConfigDef.Type.STRING,
                "header.eventType",
                StatementOptions.IN_RECORD,
                Importance.LOW,
                "Selector of what delete.when.in is compared with.");
        group.add(
                TableKeys.DELETE_WHEN_IN,
                ConfigDef.Type.LIST,
                "",
                null,
                Importance.LOW,
                "Kinds of record that delete their row beside tombstones, such as OrderDeleted, or true for a field __deleted.");
        group.add(
                TableKeys.DELETE_MODE,
                ConfigDef.Type.STRING,
                "hard",
                Choice.of("hard", "soft"),
                Importance.MEDIUM,
                "hard: the row goes; with version.from its version stays in the guard table, so that no older event revives it."
                        + " soft: the row stays, and a column says that it is deleted.");
        group.add(
                TableKeys.DELETE_COLUMN,
                ConfigDef.Type.STRING,
                "deleted",
                new ConfigDef.NonEmptyString(),
                Importance.LOW,
                "Boolean column that soft deletes set to true, and every other change to false.");
        group.add(
                TableKeys.VERSION_FROM,
                ConfigDef.Type.STRING,
                "",
                StatementOptions.IN_RECORD,
                Importance.HIGH,
                "Selector of the version, a whole number. With it only an event with a higher version than its row's changes or"
                        + " deletes the row, in whatever order events arrive; an older one counts as stale, an equal one as a"
                        + " duplicate. Needs version.column, and insert.mode upsert or update.");
        group.add(
                TableKeys.VERSION_COLUMN,
                ConfigDef.Type.STRING,
                "",
                null,
                Importance.HIGH,
                "Column of type bigint that keeps the version of the row. Null is older than any version.");
        group.add(
                TableKeys.GUARD_TABLE,
                ConfigDef.Type.STRING,
                "deleted_rows",
                TableName.VALIDATOR,
                Importance.LOW,
                "Table that keeps the versions of rows deleted hard under version.from: (table_name text, row_key jsonb, version"
                        + " bigint, deleted_at timestamptz default now(), primary key (table_name, row_key)).");
        group.add(
                TableKeys.GUARD_CREATE,
                ConfigDef.Type.BOOLEAN,
                true,
                null,
                Importance.LOW,
                "Whether the guard table is created when it is missing and needed.");
    }

    /** Table mode as typed things. */
    static TableConfig read(Map<String, String> config, AbstractConfig options) {
        TableFormat format = new TableFormat(
                options.getString(TableKeys.TABLE_NAME_FORMAT),
                options.getString(TableKeys.QUOTE).equalsIgnoreCase("always"));
        return new TableConfig(
                InsertMode.valueOf(upper(options, TableKeys.INSERT_MODE)),
                KeyMode.valueOf(upper(options, TableKeys.PK_MODE)),
                List.copyOf(options.getList(TableKeys.PK_FIELDS)),
                format,
                Set.copyOf(options.getList(TableKeys.FIELDS_WHITELIST)),
                deletes(options),
                guard(options),
                options.getBoolean(TableKeys.AUTO_CREATE),
                options.getBoolean(TableKeys.AUTO_EVOLVE),
                JdbcSinkConfig.reaction(options.getString(TableKeys.ON_MISSING_ROW)),
                topics(config));
    }

    private static String upper(AbstractConfig options, String key) {
        return options.getString(key).toUpperCase(Locale.ROOT);
    }

    private static Optional<TableConfig.Deletes> deletes(AbstractConfig options) {
        return options.getBoolean(TableKeys.DELETE_ENABLED)
                ? Optional.of(new TableConfig.Deletes(
                        options.getString(TableKeys.DELETE_MODE).equals("soft")
                                ? Optional.of(options.getString(TableKeys.DELETE_COLUMN))
                                : Optional.empty(),
                        Selector.parse(options.getString(TableKeys.DELETE_WHEN_FROM)),
                        Set.copyOf(options.getList(TableKeys.DELETE_WHEN_IN))))
                : Optional.empty();
    }

    private static Optional<TableConfig.Guard> guard(AbstractConfig options) {
        String from = options.getString(TableKeys.VERSION_FROM);
        return from.isEmpty()
                ? Optional.empty()
                : Optional.of(new TableConfig.Guard(
                        Selector.parse(from),
                        options.getString(TableKeys.VERSION_COLUMN),
                        TableName.parse(options.getString(TableKeys.GUARD_TABLE)),
                        options.getBoolean(TableKeys.GUARD_CREATE)));
    }

    /** The topics whose records come under their own name, as far as that is known. */
    static List<String> topics(Map<String, String> config) {
        return config.getOrDefault("transforms", "").isBlank()
                ? Arrays.stream(config.getOrDefault("topics", "").split(","))
                        .map(String::trim)
                        .filter(topic -> !topic.isEmpty())
                        .toList()
                : List.of();
    }
}
