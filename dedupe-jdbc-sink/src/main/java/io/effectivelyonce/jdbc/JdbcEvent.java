package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.table.RowChange;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.select.Selected;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * What a record asks of the database.
 *
 * @param id the event id; always there where events are claimed
 * @param time when the event happened by its own account; always there where claims know the day of their event
 * @param calls the statements to run, in this order
 * @param row the row to change, in table mode
 */
record JdbcEvent(Optional<EventId> id, Optional<Instant> time, List<Call> calls, Optional<RowChange> row) {

    /**
     * One run of one statement.
     *
     * @param arguments what to bind, in the order of the statement's parameters
     * @param sortKey where it stands among runs of the same statement
     */
    record Call(StatementConfig statement, List<Selected> arguments, SortKey sortKey) {}

    /** The UTC day on which the event happened. */
    Optional<LocalDate> day() {
        return time.map(at -> LocalDate.ofInstant(at, ZoneOffset.UTC));
    }

    /** The same fault, with the event's name before it. */
    RecordFault named(RecordFault fault) {
        return fault.in(name());
    }

    /** For messages: enough to find the event, and no value of it. */
    String name() {
        return id.map(known -> "event " + known.text()).orElse("event without id");
    }
}
