package io.effectivelyonce.outbox.row;

import org.apache.kafka.connect.errors.DataException;

/**
 * One outbox row that can't become an event: the only exception that the transform throws for a record. It says where the
 * row is and what is wrong with it, never what the row holds.
 */
public final class RowFault extends DataException {
    private static final long serialVersionUID = 1L;

    private final String table;
    private final String eventId;
    private final String column;
    private final String expected;
    private final String found;

    public RowFault(RowIdentity row, String column, String expected, String found) {
        super("Outbox row of table " + row.table() + " with event id " + row.eventId() + ": '" + column + "' should be "
                + expected + ", found " + found);
        this.table = row.table();
        this.eventId = row.eventId();
        this.column = column;
        this.expected = expected;
        this.found = found;
    }

    /** The captured table as {@code schema.table}, or the schema name of the record where it names no table. */
    public String table() {
        return table;
    }

    /** The event id as text, or {@code unknown} where the row has none that can be read. */
    public String eventId() {
        return eventId;
    }

    /** The column, or the field of the change event, that is at fault. */
    public String column() {
        return column;
    }

    /** What would have been right. */
    public String expected() {
        return expected;
    }

    /** What was there instead: a type or a kind of value, never the value. */
    public String found() {
        return found;
    }
}
