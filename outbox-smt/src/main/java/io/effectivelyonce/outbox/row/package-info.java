/** Change events as Debezium delivers them, the outbox row in each, and what can be wrong with it. */
package io.effectivelyonce.outbox.row;
