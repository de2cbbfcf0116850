/** Remembers answers, within bounds. */
package io.effectivelyonce.outbox.cache;
