/** The partition of an event. */
package io.effectivelyonce.outbox.partition;
