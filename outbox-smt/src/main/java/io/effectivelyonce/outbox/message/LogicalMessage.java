package io.effectivelyonce.outbox.message;

import io.effectivelyonce.outbox.row.ChangeEvent;
import io.effectivelyonce.outbox.row.Found;
import io.effectivelyonce.outbox.row.RowFault;
import io.effectivelyonce.outbox.row.RowIdentity;
import java.util.Optional;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/**
 * What {@code pg_logical_emit_message} wrote to the log, as Debezium's PostgreSQL connector reports it.
 *
 * @param prefix  the prefix it was written under
 * @param message the struct that holds prefix and content
 */
record LogicalMessage(String prefix, Struct message) {
    private static final String SCHEMA = "io.debezium.connector.postgresql.MessageValue";

    /** The message in the record; empty for any other record. */
    static Optional<LogicalMessage> in(ConnectRecord<?> record) {
        if (record.valueSchema() == null
                || !SCHEMA.equals(record.valueSchema().name())
                || !(record.value() instanceof Struct value)
                || value.schema().field("message") == null
                || !(value.get("message") instanceof Struct message)
                || message.schema().field("prefix") == null
                || !(message.get("prefix") instanceof String prefix)) {
            return Optional.empty();
        }
        return Optional.of(new LogicalMessage(prefix, message));
    }

    /** How faults name the message, which has no table. */
    String origin() {
        return "pg_logical_emit_message('" + prefix + "')";
    }

    /** The content, of whatever type it was delivered in. */
    Object content() {
        return message.schema().field("content") == null ? null : message.get("content");
    }

    /** Whether it was written as part of a transaction. Only then does the connector know the transaction's id. */
    static boolean isTransactional(ChangeEvent event) {
        Struct source = event.source();
        if (source == null) {
            return false;
        }
        Field transaction = source.schema().field("txId");
        return transaction != null && source.get(transaction) != null;
    }

    /** The content as the text of a document. */
    String document() {
        return MessageContent.document(content())
                .orElseThrow(() -> new RowFault(
                        new RowIdentity(origin(), RowIdentity.UNKNOWN_ID),
                        "content",
                        "a JSON object in UTF-8, as bytes or as base64 or hexadecimal text",
                        content() == null ? Found.NULL : "something else"));
    }
}
