/** The headers of an event, one class for each kind. */
package io.effectivelyonce.outbox.header;
