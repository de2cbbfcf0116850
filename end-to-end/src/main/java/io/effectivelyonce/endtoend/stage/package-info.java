/**
 * The stage on which faults happen: two databases on two servers, a broker, two workers, a search server, wires between the sinks and
 * their servers, customers who come in all the time, and an operator who restarts what has failed.
 */
package io.effectivelyonce.endtoend.stage;
