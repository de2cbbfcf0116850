/**
 * Table mode: rows of tables instead of statements. A record becomes a change of a row; changes become statements that take
 * arrays, one after the other where it matters.
 */
package io.effectivelyonce.jdbc.table;
