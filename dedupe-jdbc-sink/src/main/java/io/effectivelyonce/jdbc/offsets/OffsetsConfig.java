package io.effectivelyonce.jdbc.offsets;

/**
 * How offsets are kept in the database.
 *
 * @param consumer the name under which they are kept
 * @param table the table as it stands in SQL, quoted
 * @param shown the table for messages
 * @param create whether a missing table is created
 */
public record OffsetsConfig(String consumer, String table, String shown, boolean create) {}
