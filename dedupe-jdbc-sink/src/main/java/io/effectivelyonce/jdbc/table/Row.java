package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.ValueText;
import io.effectivelyonce.spine.RecordFault;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A change with its values spelt as the columns of the table want them.
 *
 * @param index its place among the changes of the transaction
 * @param keyNames the columns of the key
 * @param key their values; not null
 * @param names the other columns that it sets
 * @param texts their values
 */
record Row(
        int index,
        TableShape shape,
        boolean deletion,
        OptionalLong version,
        List<String> keyNames,
        List<String> key,
        List<String> names,
        List<String> texts) {

    /**
     * Spells the values.
     *
     * @throws RecordFault if a value can't be spelt
     */
    static Row of(int index, RowChange change, TableShape shape) {
        List<String> names = new ArrayList<>(change.others().size());
        List<String> texts = new ArrayList<>(change.others().size());
        for (Column column : change.others()) {
            if (shape.writable(column.name())) {
                names.add(column.name());
                texts.add(text(column, shape));
            }
        }
        return new Row(
                index,
                shape,
                change.deletion(),
                change.version(),
                change.key().stream().map(Column::name).toList(),
                change.key().stream().map(column -> text(column, shape)).toList(),
                names,
                texts);
    }

    private static String text(Column column, TableShape shape) {
        try {
            return ValueText.of(column.value(), shape.column(column.name()).type());
        } catch (RecordFault fault) {
            throw new RecordFault(fault.reaction(), "column " + Sql.quoted(column.name()) + ": " + fault.getMessage());
        }
    }

    /** Whether an insert would fail for want of a value, though the row may be there and only change. */
    boolean demandsMore() {
        if (names.size() + keyNames.size() == shape.columns().size()) {
            return false;
        }
        return shape.demanded().stream().anyMatch(name -> !names.contains(name) && !keyNames.contains(name));
    }
}
