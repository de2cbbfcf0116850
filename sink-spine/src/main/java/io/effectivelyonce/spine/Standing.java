package io.effectivelyonce.spine;

/**
 * How far a living slot has come, for a target that keeps offsets itself.
 *
 * @param begin where the slot began: its first delivered record, or before there is one the position of the consumer
 * @param safe everything below has its outcome
 * @param held the lowest offset that waits for something else than the target, such as the report of a record that could not be
 *     read; {@code next} if there is none
 * @param next the offset after everything that was delivered, or passed without the task seeing it
 */
public record Standing(long begin, long safe, long held, long next) {}
