package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.json.FieldNames;
import io.effectivelyonce.outbox.json.JsonExpansion;
import io.effectivelyonce.outbox.json.JsonSchemas;
import io.effectivelyonce.outbox.message.MessageOutbox;
import io.effectivelyonce.outbox.row.EventId;
import io.effectivelyonce.outbox.row.MissingColumn;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** The keys that users type, each with its default, its check and its documentation. */
final class Options {
    static final String EVENT_ID = "table.field.event.id";
    static final String EVENT_KEY = "table.field.event.key";
    static final String EVENT_TYPE = "table.field.event.type";
    static final String EVENT_PAYLOAD = "table.field.event.payload";
    static final String EVENT_TIMESTAMP = "table.field.event.timestamp";
    static final String TIMESTAMP_MAX_AHEAD = "table.field.event.timestamp.max.ahead.ms";
    static final String EVENT_SCHEMA_VERSION = "table.field.event.schema.version";
    static final String EVENT_VERSION = "table.field.event.version";
    static final String PLACEMENT = "table.fields.additional.placement";
    static final String MISSING = "table.field.additional.missing";
    static final String OP_INVALID = "table.op.invalid.behavior";
    static final String TABLES = "table.include.list";

    static final String EXPAND = "table.expand.json.payload";
    static final String JSON_NULL = "table.json.payload.null.behavior";
    static final String JSON_EMPTY_ARRAY = "table.json.payload.empty.array.behavior";
    static final String FIELD_NAMES = "field.name.adjustment.mode";

    static final String EXPANSION_FORM = "table.expand.json.payload.form";

    static final String MESSAGE_PREFIXES = "message.prefix.include.list";
    static final String BEHAVIOR_ON_NONTRANSACTIONAL = "behavior.on.nontransactional.message";

    static final String ROUTE_BY = "route.by.field";
    static final String ROUTE_REGEX = "route.topic.regex";
    static final String ROUTE_REPLACEMENT = "route.topic.replacement";
    static final String TOMBSTONE = "route.tombstone.on.empty.payload";

    static final String PARTITION_BY = "route.partition.by.field";
    static final String PARTITION_COUNT = "route.partition.count";

    static final String ID_HEADER = "event.id.header";
    static final String ID_FORMAT = "event.id.format";
    static final String TYPE_HEADER = "event.type.header";
    static final String VERSION_HEADER = "event.version.header";

    static final String CONSTANT_HEADERS = "event.headers.constant";
    static final String SOURCE_HEADERS = "event.headers.source";
    static final String SPREAD_HEADERS = "event.headers.json.field";
    static final String CLOUDEVENTS_SOURCE = "event.cloudevents.source";
    static final String CLOUDEVENTS_CONTENT_TYPE = "event.cloudevents.content.type";
    static final String TRACE_CONTEXT = "tracing.span.context.field";

    static final String BEHAVIOR_ON_INVALID_ROW = "behavior.on.invalid.row";
    static final String QUARANTINE_TOPIC = "quarantine.topic";
    static final String BEHAVIOR_ON_OTHER_TABLE = "behavior.on.other.table";
    static final String BEHAVIOR_ON_SNAPSHOT = "behavior.on.snapshot";
    static final String BEHAVIOR_ON_DELETE = "behavior.on.delete";
    static final String BEHAVIOR_ON_TRUNCATE = "behavior.on.truncate";

    static final Choice<OperationPolicy.OnUpdate> ON_UPDATE = new Choice<>(OperationPolicy.OnUpdate.class);
    static final Choice<OperationPolicy.OnSnapshot> ON_SNAPSHOT = new Choice<>(OperationPolicy.OnSnapshot.class);
    static final Choice<OperationPolicy.OnDelete> ON_DELETE = new Choice<>(OperationPolicy.OnDelete.class);
    static final Choice<OperationPolicy.OnTruncate> ON_TRUNCATE = new Choice<>(OperationPolicy.OnTruncate.class);
    static final Choice<TableFilter.OnOtherTable> ON_OTHER_TABLE = new Choice<>(TableFilter.OnOtherTable.class);
    static final Choice<MissingColumn> ON_MISSING = new Choice<>(MissingColumn.class);
    static final Choice<FaultPolicy.OnInvalidRow> ON_INVALID_ROW = new Choice<>(FaultPolicy.OnInvalidRow.class);
    static final Choice<JsonSchemas.NullField> ON_JSON_NULL = new Choice<>(JsonSchemas.NullField.class);
    static final Choice<JsonSchemas.EmptyArray> ON_JSON_EMPTY_ARRAY = new Choice<>(JsonSchemas.EmptyArray.class);
    static final Choice<JsonExpansion.Form> FORM = new Choice<>(JsonExpansion.Form.class);
    static final Choice<MessageOutbox.OnNonTransactional> ON_NONTRANSACTIONAL =
            new Choice<>(MessageOutbox.OnNonTransactional.class);
    static final Choice<FieldNames> ON_FIELD_NAMES = new Choice<>(FieldNames.class);
    static final Choice<EventId.Format> FORMAT = new Choice<>(EventId.Format.class);

    /** For {@link org.apache.kafka.connect.transforms.Transformation#config()}. */
    static final ConfigDef DEFINITION = definition();

    private Options() {}

    private static ConfigDef definition() {
        ConfigDef definition = new ConfigDef();
        columns(new OptionGroup(definition, "Outbox table"));
        MessageOptions.define(new OptionGroup(definition, "Logical messages"));
        json(new OptionGroup(definition, "JSON payload"));
        HeaderOptions.define(new OptionGroup(definition, "Headers"));
        routing(new OptionGroup(definition, "Routing"));
        policies(new OptionGroup(definition, "Policies"));
        OlderNames.define(new OptionGroup(definition, "Older names"));
        Unsupported.define(new OptionGroup(definition, "Without effect"));
        return definition;
    }

    private static void columns(OptionGroup group) {
        group.name(
                        EVENT_ID,
                        "id",
                        Importance.LOW,
                        "Column with the event id. It becomes the header 'id', with its own type.")
                .name(
                        EVENT_KEY,
                        "aggregateid",
                        Importance.LOW,
                        "Column that becomes the record key, with its own type.")
                .name(
                        EVENT_TYPE,
                        "type",
                        Importance.LOW,
                        "Column with the event type; read when " + TYPE_HEADER + " is set.")
                .name(EVENT_PAYLOAD, "payload", Importance.LOW, "Column that becomes the value.")
                .name(
                        EVENT_TIMESTAMP,
                        null,
                        Importance.MEDIUM,
                        "Column with the record's timestamp: a timestamp with or without time zone, or a number of milliseconds."
                                + " Unset, or where the column is null, the time at which the connector processed the change.")
                .number(
                        TIMESTAMP_MAX_AHEAD,
                        EventTime.UNLIMITED,
                        Importance.LOW,
                        "How far ahead of this worker's clock a timestamp may lie, in milliseconds; -1 for any. Brokers refuse what is"
                                + " beyond message.timestamp.after.max.ms (one hour from Kafka 4.0 on) and stop the task; with the same"
                                + " number here it is a fault of the row.")
                .name(
                        EVENT_SCHEMA_VERSION,
                        null,
                        Importance.LOW,
                        "Column with the version of the value's schema. Counts only where a column is placed in the envelope.")
                .name(
                        EVENT_VERSION,
                        null,
                        Importance.MEDIUM,
                        "Column with the aggregate's version, which rises with every change: a whole number, 0 or more. It becomes the"
                                + " INT64 header named by " + VERSION_HEADER
                                + ". Null, a fraction or a negative number is a fault of"
                                + " the row. Unset, no such header.")
                .list(
                        PLACEMENT,
                        new PlacementCheck(),
                        Importance.HIGH,
                        "Further columns, as a list of column:placement[:alias], where placement is header, envelope (a field beside the"
                                + " payload) or partition.")
                .choice(
                        MISSING,
                        ON_MISSING,
                        MissingColumn.ERROR,
                        Importance.MEDIUM,
                        "What becomes of a placed column that the table doesn't have: error (a fault of the row) or ignore.")
                .list(
                        TABLES,
                        TableFilter.VALIDATOR,
                        Importance.MEDIUM,
                        "The outbox tables, as regular expressions that match schema.table as a whole, in any case (database.table where"
                                + " there are no schemas). Unset, every table of the connector is an outbox. An expression can't hold a"
                                + " comma.");
    }

    private static void json(OptionGroup group) {
        group.flag(
                        EXPAND,
                        Importance.MEDIUM,
                        "Whether a payload that is the text of a JSON object or array becomes a value with an inferred schema. It does as"
                                + " a whole or stays a text: where an array mixes types, a number is beyond INT64 and FLOAT64, a name"
                                + " occurs twice, it is nested deeper than 200 levels, or the text is no JSON.")
                .choice(
                        EXPANSION_FORM,
                        FORM,
                        JsonExpansion.Form.SCHEMA,
                        Importance.MEDIUM,
                        "What an expanded payload is: schema (a struct or an array of an inferred schema) or schemaless (maps and lists"
                                + " without one, for JsonConverter with schemas.enable=false: nulls, empty arrays and mixed arrays are"
                                + " kept, and a document with a number that neither INT64 nor FLOAT64 holds exactly stays a text).")
                .choice(
                        JSON_NULL,
                        ON_JSON_NULL,
                        JsonSchemas.NullField.IGNORE,
                        Importance.LOW,
                        "What becomes of a JSON field that is null: ignore (left out) or optional_bytes (kept as a null of that type).")
                .choice(
                        JSON_EMPTY_ARRAY,
                        ON_JSON_EMPTY_ARRAY,
                        JsonSchemas.EmptyArray.IGNORE,
                        Importance.LOW,
                        "What becomes of a JSON field that is an empty array: ignore (left out) or optional_string (kept as an array of"
                                + " that type).")
                .choice(
                        FIELD_NAMES,
                        ON_FIELD_NAMES,
                        FieldNames.NONE,
                        Importance.LOW,
                        "How names of JSON fields become names in the schema: none (as they are), avro (other characters become _) or"
                                + " avro_unicode (they become their code).");
    }

    private static void routing(OptionGroup group) {
        group.name(ROUTE_BY, "aggregatetype", Importance.HIGH, "Text column whose value decides on the topic.")
                .text(
                        ROUTE_REGEX,
                        "(?<routedByValue>.*)",
                        Regex.VALIDATOR,
                        Importance.LOW,
                        "Regular expression for that value as a whole. A value that doesn't match is itself the topic.")
                .text(
                        ROUTE_REPLACEMENT,
                        "outbox.event.${routedByValue}",
                        new ReplacementCheck(),
                        Importance.HIGH,
                        "The topic, with the groups of the regular expression as $1 or ${name}.")
                .flag(
                        TOMBSTONE,
                        Importance.HIGH,
                        "Whether an empty payload (null, blank text or no bytes) becomes a tombstone.")
                .name(
                        PARTITION_BY,
                        null,
                        Importance.LOW,
                        "Column whose hash chooses the partition, as Kafka's default partitioner would if it were the key: what is equal"
                                + " here keeps its order, whatever the key is. Needs " + PARTITION_COUNT
                                + ". Unset, the key decides.")
                .count(
                        PARTITION_COUNT,
                        new PartitionCountCheck(),
                        Importance.LOW,
                        "How many partitions the topics of the events have, which must be the same for all of them. A change of the number"
                                + " moves aggregates to other partitions.");
    }

    private static void policies(OptionGroup group) {
        group.choice(
                        BEHAVIOR_ON_INVALID_ROW,
                        ON_INVALID_ROW,
                        FaultPolicy.OnInvalidRow.FAIL,
                        Importance.HIGH,
                        "What becomes of a row that can't become an event: fail (the task stops; with errors.tolerance=all Connect"
                                + " drops the row instead), drop (logged as an error), or quarantine (to "
                                + QUARANTINE_TOPIC + "). Both"
                                + " of the latter leave a gap in the order of that aggregate's events.")
                .text(
                        QUARANTINE_TOPIC,
                        null,
                        new QuarantineCheck(),
                        Importance.MEDIUM,
                        "Topic for invalid rows: the key and the payload as they would have been, as far as they can be read, and the"
                                + " reason in headers named outbox.fault.*.")
                .choice(
                        OP_INVALID,
                        ON_UPDATE,
                        OperationPolicy.OnUpdate.WARN,
                        Importance.MEDIUM,
                        "What becomes of an update of an outbox row: warn or error (dropped and logged so), or fatal (the task stops).")
                .choice(
                        BEHAVIOR_ON_SNAPSHOT,
                        ON_SNAPSHOT,
                        OperationPolicy.OnSnapshot.ROUTE,
                        Importance.MEDIUM,
                        "What becomes of a row that a snapshot reads: route, drop or fail (the task stops). A new snapshot publishes"
                                + " every row again that the table still holds.")
                .choice(
                        BEHAVIOR_ON_DELETE,
                        ON_DELETE,
                        OperationPolicy.OnDelete.DROP,
                        Importance.LOW,
                        "What becomes of the delete of an outbox row: drop, or fail (the task stops).")
                .choice(
                        BEHAVIOR_ON_TRUNCATE,
                        ON_TRUNCATE,
                        OperationPolicy.OnTruncate.FAIL,
                        Importance.LOW,
                        "What becomes of a truncate of the outbox table: fail (the task stops), or drop.")
                .choice(
                        BEHAVIOR_ON_OTHER_TABLE,
                        ON_OTHER_TABLE,
                        TableFilter.OnOtherTable.PASS,
                        Importance.LOW,
                        "What becomes of a change of a table that " + TABLES
                                + " doesn't name: pass (untouched), drop or fail (the task" + " stops).");
    }
}
