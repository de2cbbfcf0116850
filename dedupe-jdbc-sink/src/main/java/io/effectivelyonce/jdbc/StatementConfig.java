package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.IdText;
import io.effectivelyonce.spine.select.Selected;
import io.effectivelyonce.spine.select.Selector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * One of the configured statements.
 *
 * @param position its place among the statements
 * @param name the name under {@code statements}
 * @param sql the statement
 * @param whenFrom where a record says what it is
 * @param whenIn the records that the statement wants; empty for all
 * @param forEach the array for whose elements the statement runs; empty to run once
 * @param mayBeMissing the parameters whose place a record may lack
 * @param rows how many rows each run must affect
 * @param orderBy what names the rows that a run touches, to sort by; empty to leave runs in event order
 */
record StatementConfig(
        int position,
        String name,
        SqlTemplate sql,
        Selector whenFrom,
        Set<String> whenIn,
        Optional<Selector> forEach,
        Set<Parameter> mayBeMissing,
        RowsExpected rows,
        List<Selector> orderBy) {

    boolean wants(SinkRecord record) {
        if (whenIn.isEmpty()) {
            return true;
        }
        Selected kind = whenFrom.select(record);
        return kind.hasValue() && whenIn.contains(IdText.of(whenFrom, kind));
    }

    /** The elements that the statement runs for; a single missing one if it runs once. */
    List<Selected> items(SinkRecord record) {
        if (forEach.isEmpty()) {
            return List.of(Selected.missing());
        }
        Selected array = forEach.get().select(record);
        if (!array.present()) {
            throw new RecordFault("statement '" + name + "' runs for each element of " + forEach.get()
                    + ", which is missing; send an empty array where there is none");
        }
        if (array.value() == null) {
            return List.of();
        }
        if (array.value() instanceof List<?> list) {
            Schema each = array.schema() == null ? null : array.schema().valueSchema();
            return list.stream().map(item -> Selected.of(each, item)).toList();
        }
        throw new RecordFault("statement '" + name + "' runs for each element of " + forEach.get()
                + ", which is no array" + (array.value() instanceof Map<?, ?> ? " but a map" : ""));
    }

    boolean sorts() {
        return !orderBy.isEmpty();
    }

    /** What a run is sorted by. */
    SortKey sortKey(SinkRecord record, Selected item) {
        return sorts()
                ? SortKey.of(orderBy.stream()
                        .map(selector -> selector.select(record, item))
                        .toList())
                : SortKey.NONE;
    }

    /** The name is enough for messages. */
    @Override
    public String toString() {
        return name;
    }
}
