package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.spine.select.Selected;

/**
 * A column of a row, and what is to stand in it.
 *
 * @param name as the database spells it
 */
record Column(String name, Selected value) {}
