package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.Moves;
import io.effectivelyonce.jdbc.offsets.OffsetBook;
import io.effectivelyonce.jdbc.table.Fate;
import io.effectivelyonce.jdbc.table.RowChange;
import io.effectivelyonce.jdbc.table.TableFault;
import io.effectivelyonce.jdbc.table.TableWriter;
import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.Settled;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One try to commit some entries: all claims first, sorted; then the statements of the new events in their order;
 * then COMMIT. It happens as a whole or not at all.
 */
final class Transaction {
    private static final String BEGINNING = "the claim";
    private static final String ALTERED = "the table was altered meanwhile";
    private static final String TABLES = "making sure of the tables";

    private final Session session;
    private final Optional<Claims> claims;
    private final RunOrder order;
    private final CommitGate gate;
    private final FaultPolicy policy;
    private final Optional<OffsetBook<JdbcEvent>> offsets;

    /** What is under way, for a message if it fails. */
    private Object doing = BEGINNING;

    private int ties;

    Transaction(
            Session session,
            Optional<Claims> claims,
            RunOrder order,
            CommitGate gate,
            FaultPolicy policy,
            Optional<OffsetBook<JdbcEvent>> offsets) {
        this.session = session;
        this.claims = claims;
        this.order = order;
        this.gate = gate;
        this.policy = policy;
        this.offsets = offsets;
    }

    /**
     * Writes the entries, which may be none where only offsets have moved.
     *
     * @return the outcomes, all committed; empty if a slot has ended meanwhile, or has lost commits and will end: then the
     *     transaction was undone for that, or its COMMIT broken off; or if the horizon has moved or somebody else was in the
     *     way, and it is to be tried again at once
     * @throws WriteFailedException if it was undone, or if the answer to COMMIT got lost
     * @throws RecordFault if it was undone because a value can't be bound, or a run affected another number of rows than it must
     */
    Optional<List<Settled<JdbcEvent>>> write(List<Entry<JdbcEvent>> entries) throws WriteFailedException {
        boolean committed = false;
        try {
            Optional<Moves> moves = offsets.map(book -> book.moves(entries));
            Optional<List<Settled<JdbcEvent>>> outcomes = apply(entries, moves);
            committed = outcomes.isPresent() && commit(entries);
            if (committed && moves.isPresent()) {
                offsets.get().committed(moves.get(), entries);
            }
            return committed ? outcomes : Optional.empty();
        } catch (SQLException e) {
            SqlFault fault =
                    doing.equals(BEGINNING) ? SqlFault.ofClaim(BEGINNING, e) : SqlFault.of(doing.toString(), e);
            throw new WriteFailedException(
                    fault.kind() == SqlFault.Kind.RECORD && altered(entries) ? SqlFault.passing(ALTERED) : fault);
        } catch (RecordFault fault) {
            if (altered(entries)) {
                throw new WriteFailedException(SqlFault.passing(ALTERED));
            }
            throw fault;
        } catch (TableFault fault) {
            if (fault.remedy() == TableFault.Remedy.TRY_AGAIN) {
                return Optional.empty();
            }
            throw new WriteFailedException(SqlFault.of(fault));
        } finally {
            if (!committed && !session.rollback()) {
                session.close();
            }
        }
    }

    /**
     * How many events had a new id and the version at which their row stood already. Without claims nobody can tell them from
     * events that came again, so there are none.
     */
    int versionTies() {
        return claims.isPresent() ? ties : 0;
    }

    /** A record is not to blame if its table has become another since the statements for it were made. */
    private boolean altered(List<Entry<JdbcEvent>> entries) throws WriteFailedException {
        Optional<RowChange> row = entries.size() == 1 ? entries.get(0).event().row() : Optional.empty();
        if (row.isEmpty() || !session.rollback()) {
            return false;
        }
        try {
            return session.tables().orElseThrow().changed(row.get());
        } catch (SQLException e) {
            throw new WriteFailedException(SqlFault.of(TABLES, e));
        }
    }

    private Optional<List<Settled<JdbcEvent>>> apply(List<Entry<JdbcEvent>> entries, Optional<Moves> moves)
            throws SQLException, WriteFailedException, TableFault {
        Optional<Claims.Claimed> begun = begin(entries, moves);
        if (begun.isEmpty() || (moves.isPresent() && !offsets.get().intact(moves.get()))) {
            return Optional.empty();
        }
        Set<EventId> fresh = begun.get().fresh();
        List<JdbcEvent.Call> runs = new ArrayList<>();
        List<RowChange> rows = new ArrayList<>();
        List<Entry<JdbcEvent>> changing = new ArrayList<>();
        List<Settled<JdbcEvent>> outcomes = new ArrayList<>(entries.size());
        for (Entry<JdbcEvent> entry : entries) {
            JdbcEvent event = entry.event();
            if (claims.isPresent()
                    && begun.get().forgotten().contains(event.id().orElseThrow())) {
                outcomes.add(new Settled.Faulty<>(entry, tooOld(event)));
                continue;
            }
            if (claims.isPresent() && !fresh.remove(event.id().orElseThrow())) {
                outcomes.add(new Settled.Done<>(entry, Outcome.DUPLICATE));
                continue;
            }
            runs.addAll(event.calls());
            if (event.row().isPresent()) {
                rows.add(event.row().get());
                changing.add(entry);
            } else {
                outcomes.add(new Settled.Done<>(entry, Outcome.APPLIED));
            }
        }
        demandNoneLeft(fresh);
        if (!rows.isEmpty() && !session.tables().orElseThrow().ready(rows)) {
            prepareTables(rows);
            return apply(entries, moves);
        }
        run(runs, entries.size() == 1);
        if (!rows.isEmpty()) {
            List<Fate> fates = writeRows(rows);
            for (int i = 0; i < rows.size(); i++) {
                outcomes.add(new Settled.Done<>(changing.get(i), fates.get(i).outcome()));
            }
            ties = Collections.frequency(fates, Fate.TIED);
        }
        return Optional.of(outcomes);
    }

    /** Without its claim nobody can say whether it had its effect. Others go on, unless the task has to stop there. */
    private RecordFault tooOld(JdbcEvent event) {
        RecordFault fault = claims.orElseThrow().fault(event);
        if (policy.stopsAt(fault)) {
            throw fault;
        }
        return event.named(fault);
    }

    /**
     * Outside of the transaction: what it makes stays, and is there for other tasks at once. Only for new events: those that are
     * known already had their effect in a table as it was then.
     */
    private void prepareTables(List<RowChange> rows) throws SQLException, TableFault {
        session.undo();
        doing = TABLES;
        session.tables().orElseThrow().prepare(rows);
        doing = BEGINNING;
    }

    private List<Fate> writeRows(List<RowChange> rows) throws SQLException, TableFault {
        TableWriter tables = session.tables().orElseThrow();
        doing = tables;
        return tables.write(rows);
    }

    /** An id that was claimed though no entry has it stands for one that was taken for a duplicate and is none. */
    private static void demandNoneLeft(Set<EventId> fresh) throws WriteFailedException {
        if (!fresh.isEmpty()) {
            throw new WriteFailedException(new SqlFault(
                    SqlFault.Kind.CONFIGURATION,
                    "",
                    "the claims table changes ids: it gave back " + fresh.size()
                            + " that no record has; remove what changes them, such as a trigger"));
        }
    }

    private void run(List<JdbcEvent.Call> runs, boolean alone) throws SQLException {
        Journey journey = new Journey(session, alone);
        doing = journey;
        for (JdbcEvent.Call call : order.arrange(runs)) {
            journey.add(call);
        }
        journey.flush();
    }

    private Optional<Claims.Claimed> begin(List<Entry<JdbcEvent>> entries, Optional<Moves> moves)
            throws SQLException, WriteFailedException {
        if (claims.isEmpty()) {
            session.first().begin(moves, entries.size() == 1);
            return Optional.of(new Claims.Claimed(Set.of(), Set.of()));
        }
        return claims.get()
                .begin(session, moves, entries.stream().map(Entry::event).toList());
    }

    private boolean commit(List<Entry<JdbcEvent>> entries) throws SQLException {
        if (!gate.enter(entries)) {
            return false;
        }
        boolean believed = false;
        try {
            doing = "COMMIT";
            session.commit();
        } finally {
            believed = gate.leave();
        }
        if (!believed) {
            session.close();
        }
        return believed;
    }
}
