package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.spelling.TableName;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** What makes an event the same event, and where that is remembered. */
final class DedupeOptions {
    static final String CONSUMER = "dedupe.consumer";
    static final String MODE = "dedupe.mode";
    static final String TABLE = "dedupe.table.name";
    static final String CREATE = "dedupe.table.create";
    static final String ID_FROM = "event.id.from";
    static final String ID_TYPE = "event.id.type";
    static final String ON_MISSING_ID = "behavior.on.missing.id";

    private DedupeOptions() {}

    static void define(OptionGroup group) {
        group.add(
                MODE,
                ConfigDef.Type.STRING,
                "table",
                Choice.of("table", "none"),
                Importance.MEDIUM,
                "table: each event is claimed in the claims table, in the transaction of its statements, so that its effect"
                        + " is committed at most once. When events come again after a stretch of new ones, the database"
                        + " notes a duplicate key of the claims table as an error in its log; the sink expects that."
                        + " none: no claims; for statements that may run twice without harm.");
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
                StatementOptions.IN_RECORD,
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
        group.add(
                ON_MISSING_ID,
                ConfigDef.Type.STRING,
                "reject",
                Choice.of("reject", "fail"),
                Importance.MEDIUM,
                "What becomes of a record without an event id. reject: through errors.tolerance and the dead letter queue."
                        + " fail: the task stops at it.");
    }
}
