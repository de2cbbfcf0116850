package io.effectivelyonce.outbox;

/** Which row a fault belongs to, for people who must find it in the database. */
record RowIdentity(String table, String eventId) {
    static final String UNKNOWN_ID = "unknown";
}
