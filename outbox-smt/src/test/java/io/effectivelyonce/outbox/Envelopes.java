package io.effectivelyonce.outbox;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;

/** Change events as Debezium's PostgreSQL connector delivers them, one column at a time. */
final class Envelopes {
    static final String PREFIX = "srv";
    static final long PROCESSED_AT = 1_700_000_000_123L;
    static final String ID = "3f6c2a1e-7f60-4b3e-9d58-0b7b8f6f0a11";

    static final Schema UUID =
            SchemaBuilder.string().name("io.debezium.data.Uuid").version(1).build();
    static final Schema JSON = SchemaBuilder.string()
            .name("io.debezium.data.Json")
            .version(1)
            .optional()
            .build();

    private static final Schema SOURCE = SchemaBuilder.struct()
            .name("io.debezium.connector.postgresql.Source")
            .field("connector", Schema.STRING_SCHEMA)
            .field("schema", Schema.OPTIONAL_STRING_SCHEMA)
            .field("db", Schema.STRING_SCHEMA)
            .field("table", Schema.STRING_SCHEMA)
            .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
            .build();

    private static final Schema TRANSACTION = SchemaBuilder.struct()
            .name("event.block")
            .version(1)
            .optional()
            .field("id", Schema.STRING_SCHEMA)
            .field("total_order", Schema.INT64_SCHEMA)
            .field("data_collection_order", Schema.INT64_SCHEMA)
            .build();

    private record Column(Schema schema, Object value) {}

    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final ConnectHeaders headers = new ConnectHeaders();
    private boolean rowless;
    private String op = "c";
    private String connector = "postgresql";
    private String schema = "public";
    private String table = "outbox";
    private Long processedAt = PROCESSED_AT;
    private Long lsn = 100L;
    private Schema timeSchema = Schema.OPTIONAL_INT64_SCHEMA;
    private boolean inTransaction;

    private Envelopes() {}

    /** A row of the usual outbox table. */
    static Envelopes row() {
        return new Envelopes()
                .with("id", UUID, ID)
                .with("aggregatetype", Schema.STRING_SCHEMA, "Order")
                .with("aggregateid", Schema.STRING_SCHEMA, "order-1")
                .with("type", Schema.STRING_SCHEMA, "OrderPaid")
                .with("payload", JSON, "{\"total\": 3}");
    }

    static Envelopes emptyRow() {
        return new Envelopes();
    }

    Envelopes with(String column, Schema columnSchema, Object value) {
        columns.put(column, new Column(columnSchema, value));
        return this;
    }

    Envelopes header(String name, String value) {
        headers.addString(name, value);
        return this;
    }

    /** A change event that should hold a row and doesn't. */
    Envelopes withoutRow() {
        rowless = true;
        return this;
    }

    Envelopes op(String code) {
        op = code;
        return this;
    }

    Envelopes connector(String name) {
        connector = name;
        return this;
    }

    Envelopes table(String schemaName, String tableName) {
        schema = schemaName;
        table = tableName;
        return this;
    }

    Envelopes processedAt(Long millis) {
        processedAt = millis;
        return this;
    }

    Envelopes lsn(Long number) {
        lsn = number;
        return this;
    }

    /** The type of {@code ts_ms}, without a value where it is another; null for no such field. */
    Envelopes timeSchema(Schema type) {
        timeSchema = type;
        return this;
    }

    /** As with {@code provide.transaction.metadata}. */
    Envelopes inTransaction() {
        inTransaction = true;
        return this;
    }

    SourceRecord record() {
        Schema rowSchema = rowSchema();
        Schema envelopeSchema = envelopeSchema(rowSchema);
        Struct source = new Struct(SOURCE)
                .put("connector", connector)
                .put("schema", schema)
                .put("db", "shop")
                .put("table", table)
                .put("lsn", lsn);
        Struct envelope = new Struct(envelopeSchema).put("source", source).put("op", op);
        if (timeSchema == Schema.OPTIONAL_INT64_SCHEMA) {
            envelope.put("ts_ms", processedAt);
        }
        if (inTransaction) {
            envelope.put(
                    "transaction",
                    new Struct(TRANSACTION)
                            .put("id", "700:100")
                            .put("total_order", 1L)
                            .put("data_collection_order", 1L));
        }
        if (op.equals("d")) {
            envelope.put("before", row(rowSchema));
        } else if (!op.equals("t") && !rowless) {
            envelope.put("after", row(rowSchema));
        }
        return record(envelopeSchema, envelope);
    }

    /** What the connector sends after a delete. */
    SourceRecord tombstone() {
        return record(null, null);
    }

    private SourceRecord record(Schema valueSchema, Object value) {
        Schema keySchema = SchemaBuilder.struct()
                .name(qualified() + ".Key")
                .field("id", Schema.STRING_SCHEMA)
                .build();
        return new SourceRecord(
                Map.of("server", PREFIX),
                Map.of("lsn", 1L),
                qualified(),
                0,
                keySchema,
                new Struct(keySchema).put("id", ID),
                valueSchema,
                value,
                null,
                headers);
    }

    private Schema envelopeSchema(Schema rowSchema) {
        SchemaBuilder schema = SchemaBuilder.struct()
                .name(qualified() + ".Envelope")
                .version(2)
                .field("before", rowSchema)
                .field("after", rowSchema)
                .field("source", SOURCE)
                .field("transaction", TRANSACTION)
                .field("op", Schema.STRING_SCHEMA);
        if (timeSchema != null) {
            schema.field("ts_ms", timeSchema);
        }
        return schema.field("ts_us", Schema.OPTIONAL_INT64_SCHEMA).build();
    }

    private String qualified() {
        return PREFIX + "." + (schema == null ? "shop" : schema) + "." + table;
    }

    private Schema rowSchema() {
        SchemaBuilder builder =
                SchemaBuilder.struct().name(qualified() + ".Value").optional();
        columns.forEach((name, column) -> builder.field(name, column.schema()));
        return builder.build();
    }

    private Struct row(Schema rowSchema) {
        Struct row = new Struct(rowSchema);
        columns.forEach((name, column) -> row.put(name, column.value()));
        return row;
    }
}
