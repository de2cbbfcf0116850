/**
 * The transform that turns captured outbox rows into events.
 *
 * <p>{@link io.effectivelyonce.outbox.OutboxEventRouter} is the face towards Connect. {@code EventMaker} puts the event together from parts
 * that each know one thing, {@code FaultPolicy} says what becomes of a row that can't become one. {@code Options} holds the keys that users
 * type; {@code OutboxConfig} turns them into these parts.
 *
 * <p>What they work on has packages of its own: {@code row} reads change events, their rows and columns, and knows
 * {@link io.effectivelyonce.outbox.row.RowFault}, the one exception for whatever is wrong with a row; {@code message} finds rows in logical
 * messages; {@code json} expands payloads; {@code header} and {@code partition} make those parts of an event.
 */
package io.effectivelyonce.outbox;
