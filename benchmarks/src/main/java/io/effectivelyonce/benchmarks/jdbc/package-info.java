/** The JDBC sink beside Debezium's, beside a hand-written consumer and beside what the database could do at most. */
package io.effectivelyonce.benchmarks.jdbc;
