package io.effectivelyonce.jdbc.table;

/** Where the key of a row comes from. */
public enum KeyMode {
    /** Rows have no key. */
    NONE,
    /** Topic, partition and offset. */
    KAFKA,
    /** The record key, or fields of it. */
    RECORD_KEY,
    /** Fields of the record value. */
    RECORD_VALUE,
    /** Headers. */
    RECORD_HEADER
}
