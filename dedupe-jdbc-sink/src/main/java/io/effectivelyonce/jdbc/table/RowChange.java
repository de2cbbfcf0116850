package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a record asks of a row. Only columns that the record has are there: what it lacks stays as it is.
 */
public final class RowChange {
    private final TableName table;
    private final boolean deletion;
    private final List<Column> key;
    private final List<Column> others;
    private final OptionalLong version;
    private final boolean described;

    /**
     * @param key the columns of the key
     * @param others the other columns; none of a deletion
     * @param version only if rows are guarded
     * @param described whether the record's schema says what its fields are
     */
    RowChange(
            TableName table,
            boolean deletion,
            List<Column> key,
            List<Column> others,
            OptionalLong version,
            boolean described) {
        this.table = table;
        this.deletion = deletion;
        this.key = key;
        this.others = others;
        this.version = version;
        this.described = described;
    }

    TableName table() {
        return table;
    }

    boolean deletion() {
        return deletion;
    }

    List<Column> key() {
        return key;
    }

    List<Column> others() {
        return others;
    }

    OptionalLong version() {
        return version;
    }

    boolean described() {
        return described;
    }
}
