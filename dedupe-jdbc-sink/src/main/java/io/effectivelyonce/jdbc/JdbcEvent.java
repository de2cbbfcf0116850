package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.table.RowChange;
import io.effectivelyonce.spine.select.Selected;
import java.util.List;
import java.util.Optional;

/**
 * What a record asks of the database.
 *
 * @param id the event id; always there where events are claimed
 * @param calls the statements to run, in this order
 * @param row the row to change, in table mode
 */
record JdbcEvent(Optional<EventId> id, List<Call> calls, Optional<RowChange> row) {

    /**
     * One run of one statement.
     *
     * @param arguments what to bind, in the order of the statement's parameters
     * @param sortKey where it stands among runs of the same statement
     */
    record Call(StatementConfig statement, List<Selected> arguments, SortKey sortKey) {}

    /** For messages: enough to find the event, and no value of it. */
    String name() {
        return id.map(known -> "event " + known.text()).orElse("event without id");
    }
}
