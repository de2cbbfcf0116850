package io.effectivelyonce.outbox.partition;

import io.effectivelyonce.outbox.row.Row;

/** Chooses the partition of an event. */
public interface Partitioning {
    /** The partition, or null for the one that the producer chooses by the key. */
    Integer of(Row row);
}
