package io.effectivelyonce.outbox.header;

import io.effectivelyonce.outbox.row.Agreement;
import io.effectivelyonce.outbox.row.MissingColumn;
import io.effectivelyonce.outbox.row.Placement;
import io.effectivelyonce.outbox.row.Row;
import java.util.List;
import org.apache.kafka.connect.header.Headers;

/** The columns that are placed in headers, with their own types and in the configured order. */
public record PlacedColumns(List<Placement> placements, MissingColumn missing) implements HeaderPart {
    @Override
    public void write(EventBasis event, Headers headers) {
        Row row = event.row();
        for (Placement placement : placements) {
            if (missing.takes(row, placement)) {
                String column = placement.column();
                headers.add(placement.alias(), Agreement.required(row, column, row.column(column)));
            }
        }
    }
}
