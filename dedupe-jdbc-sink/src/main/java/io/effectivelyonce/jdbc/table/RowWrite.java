package io.effectivelyonce.jdbc.table;

import java.util.List;

/**
 * One change as it is to reach the database.
 *
 * @param kind what is done
 * @param shape the table
 * @param keyColumns how many of the columns, the first ones, are the key
 * @param columns the columns that are given
 * @param texts what they are given
 */
record RowWrite(Kind kind, TableShape shape, int keyColumns, List<String> columns, List<String> texts) {

    enum Kind {
        INSERT,
        UPSERT,
        UPDATE,
        DELETE
    }

    /** What writes must share to be one statement. */
    record Form(Kind kind, TableShape shape, int keyColumns, List<String> columns) {}

    Form form() {
        return new Form(kind, shape, keyColumns, columns);
    }

    List<String> key() {
        return texts.subList(0, keyColumns);
    }

    /** Whether there is anything that it would change. */
    boolean changesSomething() {
        return kind != Kind.UPDATE || columns.size() > keyColumns;
    }
}
