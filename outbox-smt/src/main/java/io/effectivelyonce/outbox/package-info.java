/** The transform that turns captured outbox rows into events. */
package io.effectivelyonce.outbox;
