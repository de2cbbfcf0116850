package io.effectivelyonce.jdbc.table;

/** What a record that is no deletion does to its row. */
public enum InsertMode {
    /** The row must be new. */
    INSERT,
    /** The row is inserted, or its columns are set. */
    UPSERT,
    /** The row must be there, and its columns are set. */
    UPDATE
}
