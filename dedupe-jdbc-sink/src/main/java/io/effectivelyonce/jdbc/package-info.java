/** The sink that commits the claim of an event and its statements in one transaction. */
package io.effectivelyonce.jdbc;
