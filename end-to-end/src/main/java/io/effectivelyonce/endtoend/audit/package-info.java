/**
 * The audit: what stands in the tables, the index, the claims and the dead letter queues, held against the shop's own database.
 *
 * <p>To judge it, read {@link io.effectivelyonce.endtoend.audit.Question} first: each line asks the shop what must be, and the
 * business database what is. Then {@link io.effectivelyonce.endtoend.audit.Answers}, which compares two answers, and {@link
 * io.effectivelyonce.endtoend.audit.Shelf}, which does it for documents with versions. Nothing here knows what faults there were,
 * and nothing is taken from the memory of the program that placed the orders.
 */
package io.effectivelyonce.endtoend.audit;
