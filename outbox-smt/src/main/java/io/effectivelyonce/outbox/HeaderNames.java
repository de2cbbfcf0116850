package io.effectivelyonce.outbox;

/**
 * The headers beyond EventRouter's own.
 *
 * @param id            takes the event id, or null for no such header
 * @param type          takes the event type, or null for no such header
 * @param version       takes the version
 * @param versionColumn where the version comes from, or null for no such header
 */
record HeaderNames(String id, String type, String version, String versionColumn) {}
