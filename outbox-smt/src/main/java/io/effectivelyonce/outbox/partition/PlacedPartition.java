package io.effectivelyonce.outbox.partition;

import io.effectivelyonce.outbox.row.MissingColumn;
import io.effectivelyonce.outbox.row.Placement;
import io.effectivelyonce.outbox.row.Row;
import io.effectivelyonce.outbox.row.WholeNumber;
import java.util.List;

/**
 * The partition in a column of the row.
 *
 * @param placements the columns; the last one wins
 * @param missing    what becomes of those that the table doesn't have
 */
public record PlacedPartition(List<Placement> placements, MissingColumn missing) implements Partitioning {
    private static final WholeNumber PARTITION = new WholeNumber(0, Integer.MAX_VALUE);

    @Override
    public Integer of(Row row) {
        Long partition = null;
        for (Placement placement : placements) {
            if (missing.takes(row, placement)) {
                partition = PARTITION.orNull(row, placement.column());
            }
        }
        return partition == null ? null : partition.intValue();
    }
}
