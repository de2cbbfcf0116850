package io.effectivelyonce.jdbc.table;

import io.effectivelyonce.jdbc.table.RowWrite.Kind;
import io.effectivelyonce.spine.RecordFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Goes through changes of one table, which have the same columns as their key, one by one, as if each were written before the next is looked at, and finds out what
 * becomes of each and what is to be written.
 */
final class Plan {
    /** A write, and the row that it is for. */
    record Step(Row row, Object key, RowWrite write) {}

    private final TableConfig config;
    private final List<Step> steps;
    private final Map<Object, Standing> standings = new HashMap<>();
    private final Map<Object, Row> inserted = new HashMap<>();
    private final Map<Object, Row> deleted = new HashMap<>();
    private boolean deletesWhatIsNotThere;

    /** @param steps where the writes are put, behind those of other tables for earlier events */
    Plan(TableConfig config, List<Step> steps) {
        this.config = config;
        this.steps = steps;
    }

    /** The rows that were not there and are now. */
    List<Row> inserted() {
        return List.copyOf(inserted.values());
    }

    /** The rows that were deleted, each with the version of its last deletion. */
    List<Row> deleted() {
        return List.copyOf(deleted.values());
    }

    boolean deletesWhatIsNotThere() {
        return deletesWhatIsNotThere;
    }

    /** Takes a change whose row nobody had to look at. */
    Fate addBlindly(Row row) {
        if (row.deletion()) {
            step(row, row.key(), Kind.DELETE, List.of(), List.of());
        } else {
            write(row, row.key(), config.mode() == InsertMode.INSERT ? Kind.INSERT : Kind.UPSERT);
        }
        return Fate.WRITTEN;
    }

    /**
     * Takes the next change.
     *
     * @param found how its row stood before the first change
     * @throws RecordFault if there is no row to update
     */
    Fate add(Row row, Standing found) {
        Standing standing = standings.getOrDefault(found.key(), found);
        Optional<Fate> late = late(row, standing);
        if (late.isPresent()) {
            return late.get();
        }
        if (row.deletion()) {
            standings.put(found.key(), delete(row, standing));
        } else if (config.mode() == InsertMode.UPDATE && !standing.exists()) {
            missing();
        } else {
            boolean update = config.mode() == InsertMode.UPDATE || (standing.exists() && row.demandsMore());
            write(
                    row,
                    found.key(),
                    update ? Kind.UPDATE : config.mode() == InsertMode.INSERT ? Kind.INSERT : Kind.UPSERT);
            if (!standing.exists()) {
                inserted.put(found.key(), row);
            } else {
                inserted.computeIfPresent(found.key(), (key, before) -> row);
            }
            standings.put(found.key(), standing.written(row.version()));
        }
        return Fate.WRITTEN;
    }

    private static Optional<Fate> late(Row row, Standing standing) {
        OptionalLong floor = standing.floor();
        if (row.version().isEmpty() || floor.isEmpty() || row.version().getAsLong() > floor.getAsLong()) {
            return Optional.empty();
        }
        return Optional.of(row.version().getAsLong() == floor.getAsLong() ? Fate.TIED : Fate.LATE);
    }

    private void missing() {
        if (config.onMissingRow().isPresent()) {
            throw new RecordFault(
                    config.onMissingRow().get(),
                    "there is no row with this key to update; insert it first, set " + TableKeys.INSERT_MODE
                            + "=upsert, or " + TableKeys.ON_MISSING_ROW + "=ignore");
        }
    }

    private Standing delete(Row row, Standing standing) {
        Object key = standing.key();
        if (config.deletes().flatMap(TableConfig.Deletes::flag).isPresent()) {
            return flag(row, standing);
        }
        if (standing.exists()) {
            step(row, key, Kind.DELETE, List.of(), List.of());
        } else {
            deletesWhatIsNotThere = true;
        }
        inserted.remove(key);
        deleted.put(key, row);
        return standing.gone(row.version());
    }

    /** Without versions there is nothing to remember of a row that isn't there. */
    private Standing flag(Row row, Standing standing) {
        if (!standing.exists() && row.version().isEmpty()) {
            return standing;
        }
        write(row, standing.key(), standing.exists() ? Kind.UPDATE : Kind.UPSERT);
        return standing.written(row.version());
    }

    private void write(Row row, Object key, Kind kind) {
        List<String> names = new ArrayList<>(row.names());
        List<String> texts = new ArrayList<>(row.texts());
        config.deletes().flatMap(TableConfig.Deletes::flag).ifPresent(flag -> {
            names.add(flag);
            texts.add(Boolean.toString(row.deletion()));
        });
        step(row, key, kind, names, texts);
    }

    private void step(Row row, Object key, Kind kind, List<String> names, List<String> texts) {
        List<String> columns = new ArrayList<>(row.keyNames());
        List<String> values = new ArrayList<>(row.key());
        columns.addAll(names);
        values.addAll(texts);
        config.guard().ifPresent(guard -> {
            columns.add(guard.column());
            values.add(Long.toString(row.version().orElseThrow()));
        });
        steps.add(new Step(row, key, new RowWrite(kind, row.shape(), row.key().size(), columns, values)));
    }
}
