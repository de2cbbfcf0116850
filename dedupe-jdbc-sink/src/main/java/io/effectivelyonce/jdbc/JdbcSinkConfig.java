package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.OffsetsConfig;
import io.effectivelyonce.jdbc.retention.EventTime;
import io.effectivelyonce.jdbc.retention.Layout;
import io.effectivelyonce.jdbc.retention.Retention;
import io.effectivelyonce.jdbc.retention.TooOld;
import io.effectivelyonce.jdbc.spelling.TableName;
import io.effectivelyonce.jdbc.table.TableConfig;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * A configuration as typed things.
 *
 * @param connection how to reach the database
 * @param timeZone the time zone of the session
 * @param claims how events are claimed; empty with {@code dedupe.mode=none}
 * @param offsets how offsets are kept in the database; empty with {@code offsets.mode=none}
 * @param eventId where records carry their event id
 * @param eventTime where records say when the event happened; empty if nobody wants to know
 * @param statements the statements in their order
 * @param table table mode; empty where statements say what to do
 * @param onMissingId what becomes of a record without an event id
 * @param onUnmatched what becomes of a record that no statement wants; empty to ignore it
 * @param batchSize most events in one transaction
 * @param runOrder in which order the statements of a transaction run
 * @param linger how long a batch that isn't full waits
 * @param retry how outages are waited out
 */
record JdbcSinkConfig(
        ConnectionSettings connection,
        String timeZone,
        Optional<ClaimsConfig> claims,
        Optional<OffsetsConfig> offsets,
        EventIdSource eventId,
        Optional<EventTime> eventTime,
        List<StatementConfig> statements,
        Optional<TableConfig> table,
        Reaction onMissingId,
        Optional<Reaction> onUnmatched,
        int batchSize,
        RunOrder runOrder,
        Duration linger,
        RetryConfig retry) {

    /**
     * Reads a configuration.
     *
     * @throws ConfigException that names the options and what is wrong with them
     */
    static JdbcSinkConfig of(Map<String, String> config) {
        Map<String, String> problems = ConfigRules.problems(config);
        if (!problems.isEmpty()) {
            throw new ConfigException(ConfigRules.text(problems));
        }
        return of(config, new AbstractConfig(JdbcSinkOptions.of(config), config, false));
    }

    private static JdbcSinkConfig of(Map<String, String> config, AbstractConfig options) {
        EventIdType type = EventIdType.of(options.getString(DedupeOptions.ID_TYPE));
        String consumer = consumer(config, options);
        return new JdbcSinkConfig(
                new ConnectionSettings(
                        options.getString(ConnectionOptions.URL),
                        Optional.ofNullable(options.getString(ConnectionOptions.USER)),
                        Optional.ofNullable(options.getPassword(ConnectionOptions.PASSWORD)),
                        DriverRules.driverProperties(config),
                        "dedupe-jdbc-sink " + consumer),
                options.getString(ConnectionOptions.TIME_ZONE),
                claims(options, consumer, type),
                offsets(options, consumer),
                new EventIdSource(
                        options.getList(DedupeOptions.ID_FROM).stream()
                                .map(Selector::parse)
                                .toList(),
                        type),
                eventTime(options),
                statements(options),
                TableModeOptions.chosen(config)
                        ? Optional.of(TableModeOptions.read(config, options))
                        : Optional.empty(),
                reaction(options.getString(DedupeOptions.ON_MISSING_ID)).orElseThrow(),
                reaction(options.getString(StatementOptions.ON_UNMATCHED)),
                options.getInt(WritingOptions.BATCH_SIZE),
                RunOrder.of(options.getString(WritingOptions.BATCH_ORDER)),
                Duration.ofMillis(options.getLong(WritingOptions.LINGER)),
                retry(options));
    }

    private static String consumer(Map<String, String> config, AbstractConfig options) {
        String set = options.getString(DedupeOptions.CONSUMER);
        return set.isEmpty() ? config.getOrDefault("name", "") : set;
    }

    private static Optional<ClaimsConfig> claims(AbstractConfig options, String consumer, EventIdType type) {
        if (options.getString(DedupeOptions.MODE).equals("none")) {
            return Optional.empty();
        }
        return Optional.of(new ClaimsConfig(
                consumer,
                type,
                TableName.parse(options.getString(DedupeOptions.TABLE)),
                options.getBoolean(DedupeOptions.CREATE),
                retention(options)));
    }

    private static Optional<EventTime> eventTime(AbstractConfig options) {
        return Optional.of(options.getString(RetentionOptions.TIME_FROM))
                .filter(text -> !text.isEmpty())
                .map(EventTime::parse);
    }

    private static Optional<Retention> retention(AbstractConfig options) {
        Layout layout = Layout.of(options.getString(RetentionOptions.LAYOUT));
        long keep = options.getLong(RetentionOptions.KEEP);
        return layout == Layout.PLAIN && keep < 0
                ? Optional.empty()
                : Optional.of(new Retention(
                        layout,
                        keep < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(keep)),
                        TooOld.of(options.getString(RetentionOptions.ON_TOO_OLD))));
    }

    private static Optional<OffsetsConfig> offsets(AbstractConfig options, String consumer) {
        if (options.getString(OffsetOptions.MODE).equals("none")) {
            return Optional.empty();
        }
        TableName table = TableName.parse(options.getString(OffsetOptions.TABLE));
        return Optional.of(
                new OffsetsConfig(consumer, table.sql(), table.toString(), options.getBoolean(OffsetOptions.CREATE)));
    }

    private static List<StatementConfig> statements(AbstractConfig options) {
        List<StatementConfig> statements = new ArrayList<>();
        for (String name : options.getList(StatementOptions.STATEMENTS)) {
            statements.add(statement(options, statements.size(), name));
        }
        return List.copyOf(statements);
    }

    private static StatementConfig statement(AbstractConfig options, int position, String name) {
        String forEach = options.getString(StatementOptions.forEachOf(name));
        SqlTemplate sql = SqlTemplate.parse(options.getString(StatementOptions.sqlOf(name)));
        return new StatementConfig(
                position,
                name,
                sql,
                Selector.parse(options.getString(StatementOptions.whenFromOf(name))),
                Set.copyOf(options.getList(StatementOptions.whenInOf(name))),
                forEach.isEmpty() ? Optional.empty() : Optional.of(Selector.parse(forEach)),
                sql.named(options.getList(StatementOptions.mayBeMissingOf(name))),
                RowsExpected.of(options.getString(StatementOptions.rowsOf(name))),
                options.getList(StatementOptions.orderByOf(name)).stream()
                        .map(Selector::parse)
                        .toList());
    }

    static Optional<Reaction> reaction(String word) {
        return word.equals("ignore") ? Optional.empty() : Optional.of(Reaction.valueOf(word.toUpperCase(Locale.ROOT)));
    }

    private static RetryConfig retry(AbstractConfig options) {
        long timeout = options.getLong(WritingOptions.RETRY_TIMEOUT);
        return new RetryConfig(
                Duration.ofMillis(options.getLong(WritingOptions.BACKOFF)),
                Duration.ofMillis(options.getLong(WritingOptions.BACKOFF_MAX)),
                timeout < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(timeout)));
    }
}
