package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.message.MessageOutbox;
import io.effectivelyonce.outbox.row.Agreement;
import io.effectivelyonce.outbox.row.ChangeEvent;
import io.effectivelyonce.outbox.row.Columns;
import io.effectivelyonce.outbox.row.Row;
import io.effectivelyonce.outbox.row.RowFault;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.SchemaAndValue;

/** Reads what remains of an invalid row, wherever it came from. */
record RowReader(Columns.Names names, MessageOutbox messages, Payload payload) {
    /** The key that the event would have had, as far as it can be read. */
    SchemaAndValue key(ConnectRecord<?> record) {
        try {
            Row row = row(record);
            return Agreement.required(row, row.names().key(), row.key());
        } catch (RowFault alsoFaulty) {
            return SchemaAndValue.NULL;
        }
    }

    /** The value that the event would have had; the whole content of a message that can't be read, since no table holds it. */
    SchemaAndValue value(ConnectRecord<?> record) {
        try {
            return payload.of(row(record));
        } catch (RowFault alsoFaulty) {
            return messages.includes(record) ? messages.content(record) : SchemaAndValue.NULL;
        }
    }

    private Row row(ConnectRecord<?> record) {
        if (messages.includes(record)) {
            return messages.row(record);
        }
        ChangeEvent change = ChangeEvent.of(record);
        return Row.of(change, names.in(change));
    }
}
