package io.effectivelyonce.jdbc;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import io.effectivelyonce.spine.config.SelectorValidator;
import io.effectivelyonce.spine.select.Root;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;

/** What an event does to the database. */
final class StatementOptions {
    static final String STATEMENTS = "statements";
    static final String ON_UNMATCHED = "behavior.on.unmatched";

    static final SelectorValidator IN_RECORD = SelectorValidator.startingAt(
            Root.KEY, Root.VALUE, Root.HEADER, Root.TOPIC, Root.PARTITION, Root.OFFSET, Root.TIMESTAMP);

    /** What follows a statement's name, for messages. */
    static final String SUFFIXES = ".sql, .when.from, .when.in, .for.each, .may.be.missing, .rows and .order.by";

    private StatementOptions() {}

    /** The options that stand in every configuration. */
    static void define(OptionGroup group) {
        group.add(
                STATEMENTS,
                ConfigDef.Type.LIST,
                "",
                (ConfigDef.Validator) StatementOptions::demandNames,
                Importance.HIGH,
                "Names of the statements; an event runs all that want it, in this order. Each has statements.NAME.sql and,"
                        + " where it doesn't run once for every record, statements.NAME.when.in and"
                        + " statements.NAME.for.each. Without statements the options of table mode say which row of which"
                        + " table an event changes.");
        group.add(
                ON_UNMATCHED,
                ConfigDef.Type.STRING,
                "ignore",
                Choice.of("ignore", "reject", "fail"),
                Importance.MEDIUM,
                "What becomes of a record that no statement wants, or in table mode of a tombstone without delete.enabled."
                        + " ignore: it is counted as filtered, and not claimed.");
    }

    /** The options of one statement. */
    static void define(ConfigDef options, String name) {
        OptionGroup group = new OptionGroup(options, "Statement " + name);
        group.add(
                sqlOf(name),
                ConfigDef.Type.STRING,
                NO_DEFAULT_VALUE,
                (ConfigDef.Validator) StatementOptions::demandSql,
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
        group.add(
                mayBeMissingOf(name),
                ConfigDef.Type.LIST,
                "",
                null,
                Importance.MEDIUM,
                "Parameters, written as in the statement with or without the colon, whose place a record may lack: they are"
                        + " bound as NULL then. * for all. Of any other parameter a missing place (no such field or"
                        + " header, or nothing above it) is a fault of the record; a field that is there and null is NULL.");
        group.add(
                rowsOf(name),
                ConfigDef.Type.STRING,
                "any",
                Choice.of(RowsExpected.words()),
                Importance.MEDIUM,
                "How many rows each run must affect, as the database counts them; of a statement that returns rows: how many"
                        + " it must return. any: however many. one: exactly one. at-least-one: one or more. With"
                        + " another count the record is at fault, so that a change which finds no row to change is not"
                        + " passed over in silence.");
        group.add(
                orderByOf(name),
                ConfigDef.Type.LIST,
                "",
                SelectorValidator.startingAt(
                        Root.KEY,
                        Root.VALUE,
                        Root.HEADER,
                        Root.ITEM,
                        Root.TOPIC,
                        Root.PARTITION,
                        Root.OFFSET,
                        Root.TIMESTAMP),
                Importance.MEDIUM,
                "Selector, or several, that name the rows which a run touches. Neighbouring runs of this statement in a"
                        + " transaction are sorted by it (numbers by value, anything else as text), so that several tasks"
                        + " lock rows in one order and don't block each other in a circle. Runs with equal values"
                        + " stay in event order. Right only if runs with different values don't depend on each other. Runs"
                        + " of other statements in between stay where they are, unless " + WritingOptions.BATCH_ORDER
                        + " is statement.");
    }

    /** The names under {@code statements} that can be part of a key. */
    static List<String> names(Map<String, String> config) {
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

    static String mayBeMissingOf(String statement) {
        return STATEMENTS + "." + statement + ".may.be.missing";
    }

    static String rowsOf(String statement) {
        return STATEMENTS + "." + statement + ".rows";
    }

    static String orderByOf(String statement) {
        return STATEMENTS + "." + statement + ".order.by";
    }

    static Stream<String> keysOf(String statement) {
        return Stream.of(
                sqlOf(statement),
                whenFromOf(statement),
                whenInOf(statement),
                forEachOf(statement),
                mayBeMissingOf(statement),
                rowsOf(statement),
                orderByOf(statement));
    }

    private static void demandNames(String key, Object value) {
        if (!(value instanceof List<?> names)) {
            return;
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
}
