package io.effectivelyonce.endtoend;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a run of the story has come to, as it is written for machines.
 *
 * @param orders orders that were placed and paid
 * @param events outbox rows that were committed
 * @param kills how often the worker was killed with SIGKILL
 * @param offsetResets how often a sink was sent back to the beginning
 * @param republished records that were written to their topics again
 * @param sink what became of the effects
 * @param control what the sink without claims did
 * @param documents what stands in the index
 * @param deadLettered records in dead letter queues
 * @param seconds from the start of the stack to the last comparison
 */
record Summary(
        long orders,
        long events,
        int kills,
        @JsonProperty("offset_resets") int offsetResets,
        int republished,
        Sink sink,
        Control control,
        Documents documents,
        @JsonProperty("dead_lettered") long deadLettered,
        long seconds) {

    /**
     * The topics of events, the business tables and the e-mail commands.
     *
     * @param expected rows, movements and records that must be there
     * @param lost those that aren't there, or say something else
     * @param doubled those that are there again
     * @param duplicates deliveries that the sink knew by their event id, at least
     */
    record Sink(long expected, long lost, long doubled, long duplicates) {}

    /**
     * The invoices of the sink without claims.
     *
     * @param doubled invoices that are there again
     */
    record Control(long doubled) {}

    /**
     * The index of products.
     *
     * @param expected products
     * @param wrong documents that aren't their product's newest version, or aren't there
     * @param stale deliveries of older versions that were refused, at least
     */
    record Documents(long expected, long wrong, long stale) {}

    /** Writes this as one JSON object. */
    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, new ObjectMapper().writeValueAsString(this) + System.lineSeparator());
    }
}
