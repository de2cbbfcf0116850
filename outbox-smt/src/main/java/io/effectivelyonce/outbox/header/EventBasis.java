package io.effectivelyonce.outbox.header;

import io.effectivelyonce.outbox.row.Row;

/**
 * What is known of an event when its headers are written.
 *
 * @param row       the outbox row
 * @param id        the canonical text of the event id
 * @param timestamp the event's timestamp in milliseconds, or null
 */
public record EventBasis(Row row, String id, Long timestamp) {}
