/** The outbox transform beside Debezium's EventRouter. */
package io.effectivelyonce.benchmarks.smt;
