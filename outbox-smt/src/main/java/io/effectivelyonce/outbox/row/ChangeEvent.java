package io.effectivelyonce.outbox.row;

import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * What a Debezium source connector reports: a change of one row, or a logical message. Known by the name of its schema alone, so that no
 * class of Debezium is needed at run time.
 */
public final class ChangeEvent {
    private static final String ENVELOPE = ".Envelope";

    private final Struct envelope;
    private final String origin;
    private final Operation operation;

    private ChangeEvent(Struct envelope, String origin) {
        this.envelope = envelope;
        this.origin = origin;
        String code = text(envelope, "op");
        if (code == null) {
            throw new RowFault(identity(RowIdentity.UNKNOWN_ID), "op", "the code of an operation", "no text");
        }
        this.operation = Operation.of(code);
    }

    /** False for heartbeats, transaction and schema-change records, flattened rows and all that has no schema. */
    public static boolean isIn(ConnectRecord<?> record) {
        Schema schema = record.valueSchema();
        return schema != null && schema.name() != null && schema.name().endsWith(ENVELOPE);
    }

    /** The change of a row. */
    public static ChangeEvent of(ConnectRecord<?> record) {
        return new ChangeEvent(struct(record), null);
    }

    /**
     * An event of another shape, which has fields such as {@code op}, {@code source} and {@code ts_ms} in common with a change.
     *
     * @param origin stands for the table it doesn't have
     */
    public static ChangeEvent of(ConnectRecord<?> record, String origin) {
        return new ChangeEvent(struct(record), origin);
    }

    private static Struct struct(ConnectRecord<?> record) {
        if (record.value() instanceof Struct envelope) {
            return envelope;
        }
        throw new RowFault(
                new RowIdentity(record.valueSchema().name(), RowIdentity.UNKNOWN_ID),
                "value",
                "a Struct, as its schema says",
                record.value().getClass().getSimpleName());
    }

    public Operation operation() {
        return operation;
    }

    /** When the connector processed the change, in milliseconds; null where the envelope doesn't say. */
    public Long processedAt() {
        Field field = envelope.schema().field("ts_ms");
        if (field == null || field.schema().type() != Schema.Type.INT64) {
            throw new RowFault(
                    identity(RowIdentity.UNKNOWN_ID),
                    "ts_ms",
                    "an INT64 field of the change event",
                    field == null ? "no such field" : Found.type(field.schema()));
        }
        return (Long) envelope.getWithoutDefault("ts_ms");
    }

    /** The row after the change, or null: a truncate has none. */
    public Struct after() {
        return struct("after");
    }

    /** The row before the change, or null. */
    public Struct before() {
        return struct("before");
    }

    /** Where in the database the change happened, or null. */
    public Struct source() {
        return struct("source");
    }

    /** The captured table as {@code schema.table}; {@code database.table} where the database knows no schemas. */
    public String table() {
        if (origin != null) {
            return origin;
        }
        Struct source = source();
        String table = source == null ? null : text(source, "table");
        if (table == null) {
            return envelope.schema().name();
        }
        String schema = text(source, "schema");
        String qualifier = schema == null ? text(source, "db") : schema;
        return qualifier == null ? table : qualifier + "." + table;
    }

    /** The kind of source connector, as {@code postgresql}; null where the envelope doesn't say. */
    public String connector() {
        Struct source = source();
        return source == null ? null : text(source, "connector");
    }

    public RowIdentity identity(String eventId) {
        return new RowIdentity(table(), eventId);
    }

    /** The struct in this field of the event, or null. */
    public Struct struct(String name) {
        Field field = envelope.schema().field(name);
        return field != null && envelope.getWithoutDefault(name) instanceof Struct struct ? struct : null;
    }

    private static String text(Struct struct, String name) {
        Field field = struct.schema().field(name);
        return field != null && struct.getWithoutDefault(name) instanceof String text ? text : null;
    }
}
