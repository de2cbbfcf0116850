package io.effectivelyonce.outbox;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Logical messages as Debezium's PostgreSQL connector delivers them. */
final class Messages {
    static final String ROW = """
            {"id": "%s", "aggregatetype": "Order", "aggregateid": "order-1", "type": "OrderPaid", "version": 7,
             "payload": {"total": 3.10, "big": 12345678901234567890, "lines": [ 1,2 ]}}""".formatted(Envelopes.ID);

    private static final Schema SOURCE = SchemaBuilder.struct()
            .name("io.debezium.connector.postgresql.Source")
            .field("connector", Schema.STRING_SCHEMA)
            .field("schema", Schema.STRING_SCHEMA)
            .field("table", Schema.STRING_SCHEMA)
            .field("txId", Schema.OPTIONAL_INT64_SCHEMA)
            .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
            .build();

    private Messages() {}

    static SourceRecord message(String prefix, String content) {
        return message(prefix, Schema.OPTIONAL_BYTES_SCHEMA, content.getBytes(StandardCharsets.UTF_8), 700L);
    }

    static SourceRecord outsideItsTransaction(String prefix, String content) {
        return message(prefix, Schema.OPTIONAL_BYTES_SCHEMA, content.getBytes(StandardCharsets.UTF_8), null);
    }

    static SourceRecord message(String prefix, Schema contentSchema, Object content, Long transaction) {
        Schema messageSchema = SchemaBuilder.struct()
                .name("io.debezium.connector.postgresql.Message")
                .field("prefix", Schema.OPTIONAL_STRING_SCHEMA)
                .field("content", contentSchema)
                .build();
        Schema keySchema = SchemaBuilder.struct()
                .name("io.debezium.connector.postgresql.MessageKey")
                .field("prefix", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        Schema valueSchema = SchemaBuilder.struct()
                .name("io.debezium.connector.postgresql.MessageValue")
                .field("op", Schema.STRING_SCHEMA)
                .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
                .field("source", SOURCE)
                .field("message", messageSchema)
                .build();
        Struct source = new Struct(SOURCE)
                .put("connector", "postgresql")
                .put("schema", "")
                .put("table", "")
                .put("txId", transaction)
                .put("lsn", 100L);
        Struct value = new Struct(valueSchema)
                .put("op", "m")
                .put("ts_ms", Envelopes.PROCESSED_AT)
                .put("source", source)
                .put("message", new Struct(messageSchema).put("prefix", prefix).put("content", content));
        return new SourceRecord(
                Map.of("server", Envelopes.PREFIX),
                Map.of("lsn", 1L),
                "srv.message",
                null,
                keySchema,
                new Struct(keySchema).put("prefix", prefix),
                valueSchema,
                value);
    }
}
