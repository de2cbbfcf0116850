package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.Selected;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** The fields of a record's key or value, of a struct as of a schemaless map. */
final class Fields {
    private Fields() {}

    /**
     * The fields, under their own names. One that is null is there and null, whatever default its schema has.
     *
     * @param part what is read, for the message
     * @throws RecordFault if it has no fields
     */
    static List<Column> of(Schema schema, Object whole, String part) {
        List<Column> fields = new ArrayList<>();
        if (whole instanceof Struct struct) {
            for (Field field : struct.schema().fields()) {
                fields.add(
                        new Column(field.name(), Selected.of(field.schema(), struct.getWithoutDefault(field.name()))));
            }
            return fields;
        }
        if (whole instanceof Map<?, ?> map) {
            Schema each = schema == null ? null : schema.valueSchema();
            map.forEach((name, value) -> fields.add(new Column(String.valueOf(name), Selected.of(each, value))));
            return fields;
        }
        throw new RecordFault("the record " + part + " is "
                + (whole == null ? "null" : "of type " + whole.getClass().getSimpleName())
                + " and has no fields to make columns of; use a converter that gives a struct or a map, or a transform"
                + " such as HoistField");
    }

    static boolean has(Object whole) {
        return whole instanceof Struct || whole instanceof Map;
    }
}
