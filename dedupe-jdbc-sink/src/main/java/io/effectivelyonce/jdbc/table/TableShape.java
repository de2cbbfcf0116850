package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.ServerType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table as the server describes it.
 *
 * @param sql its name as it stands in SQL, with its schema
 * @param columns its columns by name
 * @param demanded the columns for which a new row must bring a value
 * @param keys the columns of each unique key that ON CONFLICT can name
 * @param orderless whether nothing can tell in which order different rows are written: no trigger, rule or row security, no
 *     foreign key to itself, no default, check or domain that could look at other rows, and no second unique key
 * @param referring whether foreign keys lead from it or to it
 */
record TableShape(
        String sql,
        Map<String, ColumnShape> columns,
        List<String> demanded,
        List<Set<String>> keys,
        boolean orderless,
        boolean referring) {

    /**
     * A column.
     *
     * @param sqlType its type as it stands in SQL; without length or precision, which only the column itself may enforce:
     *     a cast would cut and round in silence
     * @param baseType the type's name in the catalog; of a domain that of the type below
     * @param identity whether the server insists on making the values, unless it is told otherwise
     * @param generated whether the server computes the values, and none can be written
     * @param textual whether values are equal only if their texts are
     */
    record ColumnShape(String sqlType, String baseType, boolean identity, boolean generated, boolean textual) {
        ServerType type() {
            return new ServerType(baseType);
        }
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    ColumnShape column(String name) {
        return columns.get(name);
    }

    boolean writable(String name) {
        return has(name) && !column(name).generated();
    }

    boolean unique(Set<String> key) {
        return keys.contains(key);
    }

    /** Cheap, for each row asks for it; a table has few shapes in its life. */
    @Override
    public int hashCode() {
        return sql.hashCode();
    }
}
