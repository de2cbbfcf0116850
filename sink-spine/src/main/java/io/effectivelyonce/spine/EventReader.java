package io.effectivelyonce.spine;

import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Turns a record into what the target works on. Called on the task thread, in offset order per partition.
 *
 * @param <E> what a record is read into
 */
@FunctionalInterface
public interface EventReader<E> {

    /**
     * Reads one record.
     *
     * @throws RecordFault if this record can't be read; nothing else is affected by it
     */
    Reading<E> read(SinkRecord record);

    /** What reading gave: an event, or the decision that the record isn't for this sink. */
    sealed interface Reading<E> {}

    /**
     * An event for the target.
     *
     * @param bytes about how much memory it holds on to
     */
    record Event<E>(E event, int bytes) implements Reading<E> {}

    /** Not for this sink, by configuration: counted, and its offset passes. */
    record Filtered<E>() implements Reading<E> {}
}
