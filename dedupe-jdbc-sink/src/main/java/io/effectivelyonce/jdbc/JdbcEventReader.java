package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.retention.EventTime;
import io.effectivelyonce.jdbc.table.RowChange;
import io.effectivelyonce.jdbc.table.RowReader;
import io.effectivelyonce.jdbc.table.TableKeys;
import io.effectivelyonce.spine.EventReader;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.RecordFault.Reaction;
import io.effectivelyonce.spine.select.Selected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;

/** Finds out which statements a record wants, and what they are to be run with. */
final class JdbcEventReader implements EventReader<JdbcEvent> {
    private final List<StatementConfig> statements;
    private final Optional<RowReader> rows;
    private final EventIdSource ids;
    private final boolean idWanted;
    private final Optional<EventTime> time;
    private final boolean timeWanted;
    private final Reaction onMissingId;
    private final Optional<Reaction> onUnmatched;

    JdbcEventReader(JdbcSinkConfig config) {
        this.statements = config.statements();
        this.rows = config.table().map(RowReader::new);
        this.ids = config.eventId();
        this.idWanted = config.claims().isPresent();
        this.time = config.eventTime();
        this.timeWanted = config.claims().flatMap(ClaimsConfig::retention).isPresent();
        this.onMissingId = config.onMissingId();
        this.onUnmatched = config.onUnmatched();
    }

    @Override
    public Reading<JdbcEvent> read(SinkRecord record) {
        List<StatementConfig> wanting = wanting(record);
        Optional<RowChange> row = rows.flatMap(reader -> reader.read(record));
        if (wanting.isEmpty() && row.isEmpty()) {
            return unmatched();
        }
        Optional<EventId> id = ids.read(record);
        if (idWanted && id.isEmpty()) {
            throw new RecordFault(
                    onMissingId,
                    "the record has no event id in " + ids.selectors()
                            + "; let the producer send one, or say with event.id.from where it is");
        }
        List<JdbcEvent.Call> calls = new ArrayList<>();
        for (StatementConfig statement : wanting) {
            for (Selected item : statement.items(record)) {
                calls.add(new JdbcEvent.Call(
                        statement, arguments(statement, record, item, id), statement.sortKey(record, item)));
            }
        }
        return new Event<>(new JdbcEvent(id, time(record, id), calls, row), Footprint.of(record, calls));
    }

    private List<StatementConfig> wanting(SinkRecord record) {
        List<StatementConfig> wanting = new ArrayList<>(statements.size());
        for (StatementConfig statement : statements) {
            if (statement.wants(record)) {
                wanting.add(statement);
            }
        }
        return wanting;
    }

    /** Where no claim needs it, a time is only measured: a record without is not at fault. */
    private Optional<Instant> time(SinkRecord record, Optional<EventId> id) {
        try {
            return time.map(place -> place.of(record, id.flatMap(EventId::asUuid)));
        } catch (RecordFault fault) {
            if (timeWanted) {
                throw fault;
            }
            return Optional.empty();
        }
    }

    private Reading<JdbcEvent> unmatched() {
        if (onUnmatched.isEmpty()) {
            return new Filtered<>();
        }
        throw new RecordFault(
                onUnmatched.get(),
                rows.isPresent()
                        ? "the record is a tombstone, and " + TableKeys.DELETE_ENABLED
                                + " is false; set it to true, or behavior.on.unmatched=ignore"
                        : "no statement wants this record; add its kind to a statements.NAME.when.in, or set"
                                + " behavior.on.unmatched=ignore");
    }

    private static List<Selected> arguments(
            StatementConfig statement, SinkRecord record, Selected item, Optional<EventId> id) {
        List<Selected> arguments = new ArrayList<>(statement.sql().parameters().size());
        for (Parameter parameter : statement.sql().parameters()) {
            Selected argument = parameter instanceof Parameter.Place place
                    ? place.selector().select(record, item)
                    : id.map(known -> Selected.of(Schema.STRING_SCHEMA, known.text()))
                            .orElse(Selected.missing());
            if (!argument.present() && !statement.mayBeMissing().contains(parameter)) {
                throw new RecordFault("the record has no " + parameter + ", which statement '" + statement.name()
                        + "' binds" + (record.value() == null ? " (its value is null, a tombstone)" : "")
                        + "; repair the record, or name the parameter in "
                        + StatementOptions.mayBeMissingOf(statement.name()) + " to bind NULL");
            }
            arguments.add(argument);
        }
        return arguments;
    }
}
