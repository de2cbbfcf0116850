package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.spelling.TableName;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.Selector;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Table mode as it is configured.
 *
 * @param mode what a record does to its row
 * @param keyMode where the key of a row comes from
 * @param keyFields the fields that make the key, or the names of its columns; empty for all there are
 * @param tables which table a topic's records go to
 * @param fields the fields of the value that are written; empty for all
 * @param deletes how rows are deleted; empty if they aren't
 * @param guard what lets only newer versions write; empty if each event writes
 * @param create whether a missing table is created
 * @param evolve whether a missing column is added
 * @param onMissingRow what becomes of an update that finds no row; empty to pass over it
 * @param topics the topics whose records are known to come under this name; a transform may give them another
 */
public record TableConfig(
        InsertMode mode,
        KeyMode keyMode,
        List<String> keyFields,
        TableFormat tables,
        Set<String> fields,
        Optional<Deletes> deletes,
        Optional<Guard> guard,
        boolean create,
        boolean evolve,
        Optional<Reaction> onMissingRow,
        List<String> topics) {

    /**
     * How rows are deleted.
     *
     * @param flag the column that says that a row is deleted; empty if the row itself goes
     * @param whenFrom where a record says that it is a deletion, beside being a tombstone
     * @param whenIn what it says then; empty if only tombstones delete
     */
    public record Deletes(Optional<String> flag, Selector whenFrom, Set<String> whenIn) {}

    /**
     * What lets only newer versions write.
     *
     * @param from where a record carries its version
     * @param column the column that keeps it
     * @param table where the versions of deleted rows are kept
     * @param create whether that table is created when it is missing
     */
    public record Guard(Selector from, String column, TableName table, boolean create) {}

    /** Whether rows go and their versions must stay behind. */
    boolean remembersDeleted() {
        return guard.isPresent() && deletes.filter(how -> how.flag().isEmpty()).isPresent();
    }

    boolean keyed() {
        return mode != InsertMode.INSERT || deletes.isPresent();
    }
}
