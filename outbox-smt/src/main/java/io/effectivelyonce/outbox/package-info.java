/**
 * The transform that turns captured outbox rows into events.
 *
 * <p>{@link io.effectivelyonce.outbox.OutboxEventRouter} is the face towards Connect. A record is recognized as a {@code ChangeEvent}, its
 * {@code Row} is read, and {@code EventMaker} puts the event together from parts that each know one thing: {@code TopicRoute},
 * {@code EventTime}, {@code EventHeaders}, {@code Payload}, {@code EnvelopedValue}. Whatever is wrong with a row is a
 * {@link io.effectivelyonce.outbox.RowFault}, and {@code FaultPolicy} says what becomes of it. {@code Options} holds the keys that users
 * type; {@code OutboxConfig} turns them into these parts.
 */
package io.effectivelyonce.outbox;
