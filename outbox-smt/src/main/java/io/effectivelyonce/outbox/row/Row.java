package io.effectivelyonce.outbox.row;

import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;

/** The outbox row of one change event. Whatever can't be read from it is a {@link RowFault}, never another exception. */
public final class Row {
    private final ChangeEvent change;
    private final Struct columns;
    private final Columns names;

    private Row(ChangeEvent change, Struct columns, Columns names) {
        this.change = change;
        this.columns = columns;
        this.names = names;
    }

    public static Row of(ChangeEvent change, Columns names) {
        Struct after = change.after();
        if (after == null) {
            throw new RowFault(
                    change.identity(RowIdentity.UNKNOWN_ID), "after", "the row after the change", Found.NULL);
        }
        return new Row(change, after, names);
    }

    /** A row that stands nowhere in the change event itself. */
    public static Row of(ChangeEvent change, Struct columns, Columns names) {
        return new Row(change, columns, names);
    }

    public ChangeEvent change() {
        return change;
    }

    public Columns names() {
        return names;
    }

    public Schema schema() {
        return columns.schema();
    }

    public boolean has(String column) {
        return columns.schema().field(column) != null;
    }

    public Schema schema(String column) {
        return field(column).schema();
    }

    /** The column with its own schema. A null that has a default in the schema is the default, as everywhere in Connect. */
    public SchemaAndValue column(String column) {
        return new SchemaAndValue(schema(column), columns.get(column));
    }

    public SchemaAndValue id() {
        return column(names.id());
    }

    public SchemaAndValue key() {
        return column(names.key());
    }

    public SchemaAndValue payload() {
        return column(names.payload());
    }

    /**
     * What the row itself holds, null included: a default of the table must not stand in for an id, a version or a route that the
     * row doesn't have.
     */
    public Object stored(String column) {
        return columns.getWithoutDefault(field(column).name());
    }

    /** A text that must be there. */
    public String text(String column) {
        Schema schema = schema(column);
        if (schema.type() != Schema.Type.STRING) {
            throw fault(column, "a text column", Found.type(schema));
        }
        if (stored(column) instanceof String text) {
            return text;
        }
        throw fault(column, "a text", Found.NULL);
    }

    public RowFault fault(String column, String expected, String found) {
        return new RowFault(identity(), column, expected, found);
    }

    private Field field(String column) {
        Field field = columns.schema().field(column);
        if (field == null) {
            String known = columns.schema().fields().stream().map(Field::name).collect(Collectors.joining(", "));
            throw fault(column, "a column of the table", "only " + known);
        }
        return field;
    }

    /** The row in the words of a fault; what can't be read of it is named unknown. */
    public RowIdentity identity() {
        return identity(change, columns, names);
    }

    /** The row that was changed, whatever the change was. */
    public static RowIdentity identity(ChangeEvent change, Columns names) {
        return identity(change, change.after() == null ? change.before() : change.after(), names);
    }

    private static RowIdentity identity(ChangeEvent change, Struct row, Columns names) {
        if (row == null || row.schema().field(names.id()) == null) {
            return change.identity(RowIdentity.UNKNOWN_ID);
        }
        return change.identity(EventId.textOf(row.getWithoutDefault(names.id())).orElse(RowIdentity.UNKNOWN_ID));
    }
}
