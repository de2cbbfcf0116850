/** The table in which the database keeps how far each partition has come, and what it tells after a failover. */
package io.effectivelyonce.jdbc.offsets;
