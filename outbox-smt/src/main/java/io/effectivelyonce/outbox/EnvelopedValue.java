package io.effectivelyonce.outbox;

import io.effectivelyonce.outbox.cache.BoundedCache;
import io.effectivelyonce.outbox.row.Agreement;
import io.effectivelyonce.outbox.row.MissingColumn;
import io.effectivelyonce.outbox.row.Placement;
import io.effectivelyonce.outbox.row.Row;
import io.effectivelyonce.outbox.row.WholeNumber;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * The value of an event whose payload travels together with other columns: a struct of the payload and, in the configured order, these
 * columns. Its schema is named after the row's schema with the route value before the last segment.
 */
final class EnvelopedValue {
    /** All that a schema depends on; what is missing here would give one aggregate type the schema of another. */
    private record Shape(Schema row, Schema payload, String route, Integer version) {}

    private static final WholeNumber VERSION = new WholeNumber(Integer.MIN_VALUE, Integer.MAX_VALUE);

    private final List<Placement> placements;
    private final MissingColumn missing;
    private final String versionColumn;
    private final BoundedCache<Shape, Schema> schemas = BoundedCache.ofSchemas();

    EnvelopedValue(List<Placement> placements, MissingColumn missing, String versionColumn) {
        this.placements = placements;
        this.missing = missing;
        this.versionColumn = versionColumn;
    }

    SchemaAndValue of(Row row, SchemaAndValue payload, String route) {
        Shape shape = new Shape(row.schema(), payload.schema(), route, version(row));
        Schema schema = schemas.get(shape, fresh -> schema(row, fresh));
        Struct value = new Struct(schema).put(Placement.PAYLOAD, payload.value());
        for (Placement placement : placements) {
            if (missing.takes(row, placement)) {
                String column = placement.column();
                value.put(
                        placement.alias(),
                        Agreement.required(row, column, row.column(column)).value());
            }
        }
        return new SchemaAndValue(schema, value);
    }

    private Integer version(Row row) {
        if (versionColumn == null) {
            return null;
        }
        Long version = VERSION.orNull(row, versionColumn);
        return version == null ? null : version.intValue();
    }

    private Schema schema(Row row, Shape shape) {
        SchemaBuilder schema = SchemaBuilder.struct().name(name(shape));
        schema.field(Placement.PAYLOAD, shape.payload());
        for (Placement placement : placements) {
            if (missing.takes(row, placement)) {
                schema.field(placement.alias(), row.schema(placement.column()));
            }
        }
        return shape.version() == null
                ? schema.build()
                : schema.version(shape.version()).build();
    }

    private static String name(Shape shape) {
        String row = shape.row().name();
        if (row == null) {
            return shape.route();
        }
        int lastSegment = row.lastIndexOf('.') + 1;
        return row.substring(0, lastSegment) + shape.route() + "." + row.substring(lastSegment);
    }
}
