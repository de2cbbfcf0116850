package io.effectivelyonce.jdbc.offsets;

import io.effectivelyonce.spine.Slot;
import java.util.OptionalLong;

/**
 * How far a transaction takes a slot.
 *
 * @param next the offset that is safe once the transaction is committed; empty to look at the row alone
 */
record Move(Slot slot, OptionalLong next) {}
