package io.effectivelyonce.outbox.row;

/** Which row a fault belongs to, for people who must find it in the database. */
public record RowIdentity(String table, String eventId) {
    public static final String UNKNOWN_ID = "unknown";
}
