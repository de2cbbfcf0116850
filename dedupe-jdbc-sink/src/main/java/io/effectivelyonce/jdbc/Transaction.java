package io.effectivelyonce.jdbc;

import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.FaultPolicy;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.Settled;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One try to commit some entries: all claims first, sorted; then the statements of the new events in their order;
 * then COMMIT. It happens as a whole or not at all.
 */
final class Transaction {
    private static final String CLAIM = "the claim";

    private final Session session;
    private final Optional<Claims> claims;
    private final RunOrder order;
    private final CommitGate gate;
    private final FaultPolicy policy;

    /** What is under way, for a message if it fails. */
    private Object doing = CLAIM;

    Transaction(Session session, Optional<Claims> claims, RunOrder order, CommitGate gate, FaultPolicy policy) {
        this.session = session;
        this.claims = claims;
        this.order = order;
        this.gate = gate;
        this.policy = policy;
    }

    /**
     * Writes the entries.
     *
     * @return the outcomes, all committed; empty if the transaction was undone because a slot has ended meanwhile, or the
     *     horizon has moved
     * @throws WriteFailedException if it was undone, or if the answer to COMMIT got lost
     * @throws RecordFault if it was undone because a value can't be bound, or a run affected another number of rows than it must
     */
    Optional<List<Settled<JdbcEvent>>> write(List<Entry<JdbcEvent>> entries) throws WriteFailedException {
        boolean committed = false;
        try {
            Optional<List<Settled<JdbcEvent>>> outcomes = apply(entries);
            committed = outcomes.isPresent() && commit(entries);
            return committed ? outcomes : Optional.empty();
        } catch (SQLException e) {
            throw new WriteFailedException(
                    doing.equals(CLAIM) ? SqlFault.ofClaim(CLAIM, e) : SqlFault.of(doing.toString(), e));
        } finally {
            if (!committed && !session.rollback()) {
                session.close();
            }
        }
    }

    private Optional<List<Settled<JdbcEvent>>> apply(List<Entry<JdbcEvent>> entries)
            throws SQLException, WriteFailedException {
        Optional<Claims.Claimed> begun = begin(entries);
        if (begun.isEmpty()) {
            return Optional.empty();
        }
        Set<EventId> fresh = begun.get().fresh();
        List<JdbcEvent.Call> runs = new ArrayList<>();
        List<Settled<JdbcEvent>> outcomes = new ArrayList<>(entries.size());
        for (Entry<JdbcEvent> entry : entries) {
            JdbcEvent event = entry.event();
            if (claims.isPresent()
                    && begun.get().forgotten().contains(event.id().orElseThrow())) {
                outcomes.add(new Settled.Faulty<>(entry, tooOld(event)));
                continue;
            }
            boolean first = claims.isEmpty() || fresh.remove(event.id().orElseThrow());
            if (first) {
                runs.addAll(event.calls());
            }
            outcomes.add(new Settled.Done<>(entry, first ? Outcome.APPLIED : Outcome.DUPLICATE));
        }
        demandNoneLeft(fresh);
        run(runs, entries.size() == 1);
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

    private Optional<Claims.Claimed> begin(List<Entry<JdbcEvent>> entries) throws SQLException, WriteFailedException {
        if (claims.isEmpty()) {
            session.begin();
            return Optional.of(new Claims.Claimed(Set.of(), Set.of()));
        }
        return claims.get().begin(session, entries.stream().map(Entry::event).toList());
    }

    private boolean commit(List<Entry<JdbcEvent>> entries) throws SQLException {
        if (!gate.enter(entries)) {
            return false;
        }
        try {
            doing = "COMMIT";
            session.commit();
            return true;
        } finally {
            gate.leave();
        }
    }
}
