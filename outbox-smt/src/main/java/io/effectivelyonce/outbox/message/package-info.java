/** Logical messages as an outbox without a table. */
package io.effectivelyonce.outbox.message;
