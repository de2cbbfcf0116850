package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.message.MessageOutbox;
import io.effectivelyonce.outbox.row.ChangeEvent;
import io.effectivelyonce.outbox.row.Columns;
import io.effectivelyonce.outbox.row.Row;
import io.effectivelyonce.outbox.row.RowFault;
import io.effectivelyonce.outbox.row.RowIdentity;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * Turns the captured rows of outbox tables into events: routed to the topic of their aggregate, keyed by the aggregate id, with their id,
 * type and version in headers.
 *
 * <p>Takes the keys of Debezium's EventRouter and gives what EventRouter gives; the differences are listed in the documentation. A row
 * that can't become an event is a {@link RowFault}, handled as {@code behavior.on.invalid.row} says. Records that hold no change of a row
 * pass untouched. Neither a record nor its headers are changed in place.
 *
 * @param <R> the kind of record
 */
public final class OutboxEventRouter<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
    private Columns.Names names;
    private TableFilter tables;
    private TableFilter.OnOtherTable onOtherTable;
    private OperationPolicy operations;
    private MessageOutbox messages;
    private FaultPolicy faults;
    private EventMaker events;

    @Override
    public String version() {
        return Objects.requireNonNullElse(getClass().getPackage().getImplementationVersion(), "unknown");
    }

    @Override
    public ConfigDef config() {
        return Options.DEFINITION;
    }

    @Override
    public void configure(Map<String, ?> typed) {
        OutboxConfig config = new OutboxConfig(typed);
        names = config.names();
        tables = config.tables();
        onOtherTable = config.onOtherTable();
        operations = config.operations();
        messages = config.messages();
        faults = config.faults();
        events = config.events();
    }

    @Override
    public R apply(R record) {
        if (record.value() == null) {
            return tables.includesTombstone(record) ? null : record;
        }
        if (ChangeEvent.isIn(record)) {
            return change(record);
        }
        return messages.includes(record) ? message(record) : record;
    }

    private R message(R record) {
        try {
            return messages.routes(record) ? events.event(record, messages.row(record)) : null;
        } catch (RowFault fault) {
            return faults.settle(record, fault);
        }
    }

    private R change(R record) {
        ChangeEvent change;
        try {
            change = ChangeEvent.of(record);
        } catch (RowFault fault) {
            return faults.settle(record, fault);
        }
        return tables.includes(change) ? outboxChange(record, change) : otherTable(record, change);
    }

    private R outboxChange(R record, ChangeEvent change) {
        Columns columns = names.in(change);
        if (!operations.routes(change, columns)) {
            return null;
        }
        try {
            return events.event(record, Row.of(change, columns));
        } catch (RowFault fault) {
            return faults.settle(record, fault);
        }
    }

    private R otherTable(R record, ChangeEvent change) {
        return switch (onOtherTable) {
            case PASS -> record;
            case DROP -> null;
            case FAIL ->
                throw new RowFault(
                        change.identity(RowIdentity.UNKNOWN_ID),
                        "source.table",
                        "one that " + Options.TABLES + " names",
                        "another");
        };
    }

    @Override
    public void close() {
        // holds nothing that needs closing
    }
}
