package io.effectivelyonce.outbox.row;

/** What becomes of a placed column that the table doesn't have. */
public enum MissingColumn {
    /** A fault of the row. */
    ERROR,
    /** The event goes without it. */
    IGNORE;

    /** Whether the placement takes part for this row; a column that isn't there and isn't ignored shows as a fault when it is read. */
    public boolean takes(Row row, Placement placement) {
        return this == ERROR || row.has(placement.column());
    }
}
