package io.effectivelyonce.outbox;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** What a connector sends beside the changes of outbox rows. */
final class OtherRecords {
    private OtherRecords() {}

    static List<SourceRecord> all() {
        return List.of(
                heartbeat(),
                Envelopes.row().tombstone(),
                schemaless(),
                flattened(),
                nearlyAnEnvelope("mail.Envelope"),
                nearlyAnEnvelope("mailEnvelope"),
                transaction(),
                schemaChange(),
                Messages.message("outbox", Messages.ROW));
    }

    private static SourceRecord heartbeat() {
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.common.Heartbeat")
                .field("ts_ms", Schema.INT64_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("ts_ms", 1L));
    }

    private static SourceRecord transaction() {
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.common.TransactionMetadataValue")
                .field("status", Schema.STRING_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("status", "BEGIN"));
    }

    private static SourceRecord schemaChange() {
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.mysql.SchemaChangeValue")
                .field("ddl", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("ddl", "create table outbox (id int)"));
    }

    private static SourceRecord flattened() {
        Schema schema = SchemaBuilder.struct()
                .name("srv.public.outbox.Value")
                .field("id", Schema.STRING_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("id", "1"));
    }

    /** Has the name of a change event, or almost, and none of its fields. */
    private static SourceRecord nearlyAnEnvelope(String name) {
        Schema schema = SchemaBuilder.struct()
                .name(name)
                .field("to", Schema.STRING_SCHEMA)
                .build();
        return record(schema, new Struct(schema).put("to", "x"));
    }

    private static SourceRecord schemaless() {
        return record(null, Map.of("op", "c"));
    }

    private static SourceRecord record(Schema schema, Object value) {
        return new SourceRecord(Map.of(), Map.of(), "other", schema, value);
    }
}
