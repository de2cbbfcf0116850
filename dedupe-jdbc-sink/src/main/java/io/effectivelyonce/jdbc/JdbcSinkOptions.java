package io.effectivelyonce.jdbc;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;

import io.effectivelyonce.spine.config.SelectorValidator;
import io.effectivelyonce.spine.select.Root;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** What users can type: every option with its default, its check and its documentation. */
final class JdbcSinkOptions {
    static final String URL = "connection.url";
    static final String USER = "connection.user";
    static final String PASSWORD = "connection.password";
    static final String VALIDATE = "connection.validate";
    static final String CONNECTION = "connection.";

    static final String CONSUMER = "dedupe.consumer";
    static final String MODE = "dedupe.mode";
    static final String TABLE = "dedupe.table.name";
    static final String CREATE = "dedupe.table.create";
    static final String ID_FROM = "event.id.from";
    static final String ID_TYPE = "event.id.type";

    static final String STATEMENTS = "statements";
    static final String ON_UNMATCHED = "behavior.on.unmatched";
    static final String ON_MISSING_ID = "behavior.on.missing.id";

    static final String BATCH_SIZE = "batch.size";
    static final String LINGER = "linger.ms";
    static final String RETRY_TIMEOUT = "retry.timeout.ms";
    static final String BACKOFF = "retry.backoff.ms";
    static final String BACKOFF_MAX = "retry.backoff.max.ms";
    static final String MAX_RETRIES = "max.retries";

    private static final SelectorValidator IN_RECORD = SelectorValidator.startingAt(
            Root.KEY, Root.VALUE, Root.HEADER, Root.TOPIC, Root.PARTITION, Root.OFFSET, Root.TIMESTAMP);

    private JdbcSinkOptions() {}

    /** The configuration without what is set to JSON's null, which means the same as not set. */
    static Map<String, String> set(Map<String, String> config) {
        return config.entrySet().stream()
                .filter(entry -> entry.getValue() != null)
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The options of a configuration, the repeated {@code statements.NAME.*} and {@code connection.*} ones included. */
    static ConfigDef of(Map<String, String> config) {
        ConfigDef options = fixed();
        statementNames(config).forEach(name -> addStatement(options, name));
        config.keySet().stream()
                .filter(key -> key.startsWith(CONNECTION) && !options.names().contains(key))
                .forEach(key -> addDriverProperty(options, key));
        return options;
    }

    /** The names under {@code statements} that can be part of a key. */
    static List<String> statementNames(Map<String, String> config) {
        return Arrays.stream(config.getOrDefault(STATEMENTS, "").split(","))
                .map(String::trim)
                .filter(name -> name.matches("[\\w-]+"))
                .distinct()
                .toList();
    }

    static String sqlOf(String statement) {
        return STATEMENTS + "." + statement + ".sql";
    }

    static String whenFromOf(String statement) {
        return STATEMENTS + "." + statement + ".when.from";
    }

    static String whenInOf(String statement) {
        return STATEMENTS + "." + statement + ".when.in";
    }

    static String forEachOf(String statement) {
        return STATEMENTS + "." + statement + ".for.each";
    }

    static Stream<String> keysOf(String statement) {
        return Stream.of(sqlOf(statement), whenFromOf(statement), whenInOf(statement), forEachOf(statement));
    }

    /** The options that stand in every configuration. */
    static ConfigDef fixed() {
        ConfigDef options = new ConfigDef();
        connection(new Group(options, "Database"));
        dedupe(new Group(options, "Deduplication"));
        statements(new Group(options, "Statements"));
        writing(new Group(options, "Batches and retries"));
        return options;
    }

    private static void connection(Group group) {
        group.add(
                URL,
                ConfigDef.Type.STRING,
                NO_DEFAULT_VALUE,
                null,
                Importance.HIGH,
                "JDBC URL of the PostgreSQL database, as in jdbc:postgresql://host:5432/database. Credentials in it are"
                        + " refused, since it is shown by the REST API.");
        group.add(
                USER,
                ConfigDef.Type.STRING,
                null,
                null,
                Importance.HIGH,
                "Role to connect as. It needs INSERT and SELECT on the claims table and what the statements need.");
        group.add(
                PASSWORD,
                ConfigDef.Type.PASSWORD,
                null,
                null,
                Importance.HIGH,
                "Password of the role. Best given through a config provider.");
        group.add(
                VALIDATE,
                ConfigDef.Type.BOOLEAN,
                true,
                null,
                Importance.LOW,
                "Whether validating the configuration opens the database and has each statement described by it, within 10"
                        + " seconds. Set to false to apply a configuration before the database exists. Further"
                        + " connection.NAME options are handed to the driver as its property NAME.");
    }

    private static void dedupe(Group group) {
        group.add(
                MODE,
                ConfigDef.Type.STRING,
                "table",
                Choice.of("table", "none"),
                Importance.MEDIUM,
                "table: each event is claimed in the claims table, in the transaction of its statements, so that its effect"
                        + " is committed at most once. none: no claims; for statements that may run twice without harm.");
        group.add(
                CONSUMER,
                ConfigDef.Type.STRING,
                "",
                null,
                Importance.HIGH,
                "Name under which events are claimed: one consumer, one effect per event. Default: the connector's name. Set"
                        + " it so that it survives when the connector is renamed: under another name everything that is"
                        + " read again has its effect again.");
        group.add(
                ID_FROM,
                ConfigDef.Type.LIST,
                "header.id",
                IN_RECORD,
                Importance.HIGH,
                "Selector of the event id, or several that are an id only together (ids that are unique per source only: add"
                        + " topic). Several are joined without ambiguity and need event.id.type=text.");
        group.add(
                ID_TYPE,
                ConfigDef.Type.STRING,
                "uuid",
                Choice.of("uuid", "text"),
                Importance.MEDIUM,
                "uuid: sixteen bytes, spellings are normalised, anything else is a fault of the record. text: as it stands,"
                        + " up to 1024 bytes.");
        group.add(
                TABLE,
                ConfigDef.Type.STRING,
                "processed_events",
                TableName.VALIDATOR,
                Importance.MEDIUM,
                "Claims table, with or without a schema. Unquoted names are folded to lower case as in SQL.");
        group.add(
                CREATE,
                ConfigDef.Type.BOOLEAN,
                true,
                null,
                Importance.LOW,
                "Whether the claims table is created when it is missing: (consumer text, event_id uuid or text, processed_at"
                        + " timestamptz default now(), primary key (event_id, consumer)).");
    }

    private static void statements(Group group) {
        group.add(
                STATEMENTS,
                ConfigDef.Type.LIST,
                NO_DEFAULT_VALUE,
                (ConfigDef.Validator) JdbcSinkOptions::demandNames,
                Importance.HIGH,
                "Names of the statements; an event runs all that want it, in this order. Each has statements.NAME.sql and,"
                        + " where it doesn't run once for every record, statements.NAME.when.in and"
                        + " statements.NAME.for.each.");
        group.add(
                ON_UNMATCHED,
                ConfigDef.Type.STRING,
                "ignore",
                Choice.of("ignore", "reject", "fail"),
                Importance.MEDIUM,
                "What becomes of a record that no statement wants. ignore: it is counted as filtered, and not claimed.");
        group.add(
                ON_MISSING_ID,
                ConfigDef.Type.STRING,
                "reject",
                Choice.of("reject", "fail"),
                Importance.MEDIUM,
                "What becomes of a record without an event id. reject: through errors.tolerance and the dead letter queue."
                        + " fail: the task stops at it.");
    }

    private static void writing(Group group) {
        group.add(
                BATCH_SIZE,
                ConfigDef.Type.INT,
                5_000,
                atLeast(1),
                Importance.MEDIUM,
                "Most events in one transaction. A batch grows while the database is busy with the one before.");
        group.add(
                LINGER,
                ConfigDef.Type.LONG,
                0L,
                atLeast(0),
                Importance.LOW,
                "Milliseconds that a batch which isn't full waits for more.");
        group.add(
                RETRY_TIMEOUT,
                ConfigDef.Type.LONG,
                -1L,
                atLeast(-1),
                Importance.MEDIUM,
                "Milliseconds after which a batch that the database can't take fails the task; -1 waits as long as the"
                        + " outage lasts. The task stays in its group either way.");
        group.add(
                BACKOFF,
                ConfigDef.Type.LONG,
                100L,
                atLeast(1),
                Importance.LOW,
                "Milliseconds before the first try again; doubled from try to try, with jitter.");
        group.add(
                BACKOFF_MAX,
                ConfigDef.Type.LONG,
                30_000L,
                atLeast(1),
                Importance.LOW,
                "Most milliseconds between two tries.");
        group.add(
                MAX_RETRIES,
                ConfigDef.Type.INT,
                null,
                null,
                Importance.LOW,
                "Accepted from configurations of other JDBC sinks and ignored with a warning: outages are bounded by time,"
                        + " see retry.timeout.ms.");
    }

    private static void addStatement(ConfigDef options, String name) {
        Group group = new Group(options, "Statement " + name);
        group.add(
                sqlOf(name),
                ConfigDef.Type.STRING,
                NO_DEFAULT_VALUE,
                (ConfigDef.Validator) JdbcSinkOptions::demandSql,
                Importance.HIGH,
                "One SQL statement with named parameters: :name is a field of the record value; :key, :value, :topic,"
                        + " :partition, :offset, :timestamp, :header.NAME, :value.A.B, :item.A (inside for.each) and"
                        + " :event.id are what they say. Values are bound as the database describes the parameters.");
        group.add(
                whenFromOf(name),
                ConfigDef.Type.STRING,
                "header.eventType",
                IN_RECORD,
                Importance.MEDIUM,
                "Selector of what when.in is compared with.");
        group.add(
                whenInOf(name),
                ConfigDef.Type.LIST,
                "",
                null,
                Importance.HIGH,
                "The kinds of record that the statement wants; empty for every record.");
        group.add(
                forEachOf(name),
                ConfigDef.Type.STRING,
                "",
                SelectorValidator.startingAt(Root.KEY, Root.VALUE, Root.HEADER),
                Importance.MEDIUM,
                "Selector of an array: the statement runs for each element, which is :item, in order.");
    }

    private static void addDriverProperty(ConfigDef options, String key) {
        new Group(options, "Driver")
                .add(
                        key,
                        key.toLowerCase(Locale.ROOT).contains("password")
                                ? ConfigDef.Type.PASSWORD
                                : ConfigDef.Type.STRING,
                        NO_DEFAULT_VALUE,
                        null,
                        Importance.LOW,
                        "Handed to the driver as its property " + key.substring(CONNECTION.length()) + ".");
    }

    private static void demandNames(String key, Object value) {
        if (!(value instanceof List<?> names) || names.isEmpty()) {
            throw new ConfigException(key, value, "must name at least one statement");
        }
        if (names.stream().distinct().count() < names.size()) {
            throw new ConfigException(key, value, "must not name a statement twice");
        }
        names.stream()
                .filter(name -> !((String) name).matches("[\\w-]+"))
                .findFirst()
                .ifPresent(name -> {
                    throw new ConfigException(key, name, "a name consists of letters, digits, _ and -");
                });
    }

    private static void demandSql(String key, Object value) {
        if (value != null) {
            try {
                SqlTemplate.parse((String) value);
            } catch (SqlSyntaxException e) {
                throw new ConfigException(key + ": " + e.getMessage());
            }
        }
    }

    /** Options are printed in the order in which they are added. */
    private static final class Group {
        private final ConfigDef options;
        private final String name;
        private int order;

        Group(ConfigDef options, String name) {
            this.options = options;
            this.name = name;
        }

        void add(
                String key,
                ConfigDef.Type type,
                Object byDefault,
                ConfigDef.Validator check,
                Importance importance,
                String documentation) {
            order++;
            if (check instanceof ConfigDef.Recommender words) {
                options.define(
                        key, type, byDefault, check, importance, documentation, name, order, Width.MEDIUM, key, words);
            } else {
                options.define(key, type, byDefault, check, importance, documentation, name, order, Width.LONG, key);
            }
        }
    }
}
