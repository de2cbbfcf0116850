package io.effectivelyonce.jdbc;

import io.effectivelyonce.jdbc.offsets.Moves;
import io.effectivelyonce.jdbc.offsets.OffsetBook;
import io.effectivelyonce.spine.Entry;
import io.effectivelyonce.spine.Outcome;
import io.effectivelyonce.spine.RecordFault;
import io.effectivelyonce.spine.Settled;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One try to commit some entries: all claims first, sorted; then the statements of the new events in their order;
 * then COMMIT. It happens as a whole or not at all.
 */
final class Transaction {
    private static final String BEGINNING = "the claim";

    private final Session session;
    private final Optional<Claims> claims;
    private final RunOrder order;
    private final CommitGate gate;
    private final Optional<OffsetBook<JdbcEvent>> offsets;
    /** What is under way, for a message if it fails. */
    private Object doing = BEGINNING;

    Transaction(
            Session session,
            Optional<Claims> claims,
            RunOrder order,
            CommitGate gate,
            Optional<OffsetBook<JdbcEvent>> offsets) {
        this.session = session;
        this.claims = claims;
        this.order = order;
        this.gate = gate;
        this.offsets = offsets;
    }

    /**
     * Writes the entries, which may be none where only offsets have moved.
     *
     * @return the outcomes, all committed; empty if a slot has ended meanwhile, or has lost commits and will end: then the
     *     transaction was undone for that, or its COMMIT broken off
     * @throws WriteFailedException if it was undone, or if the answer to COMMIT got lost
     * @throws RecordFault if it was undone because a value can't be bound, or a run affected another number of rows than it must
     */
    Optional<List<Settled<JdbcEvent>>> write(List<Entry<JdbcEvent>> entries) throws WriteFailedException {
        boolean committed = false;
        try {
            Optional<Moves> moves = offsets.map(book -> book.moves(entries));
            Set<EventId> fresh = begin(entries, moves);
            if (moves.isPresent() && !offsets.get().intact(moves.get())) {
                return Optional.empty();
            }
            List<Settled<JdbcEvent>> outcomes = apply(entries, fresh);
            committed = commit(entries);
            if (committed && moves.isPresent()) {
                offsets.get().committed(moves.get(), entries);
            }
            return committed ? Optional.of(outcomes) : Optional.empty();
        } catch (SQLException e) {
            throw new WriteFailedException(
                    doing.equals(BEGINNING) ? SqlFault.ofClaim(BEGINNING, e) : SqlFault.of(doing.toString(), e));
        } finally {
            if (!committed && !session.rollback()) {
                session.close();
            }
        }
    }

    private List<Settled<JdbcEvent>> apply(List<Entry<JdbcEvent>> entries, Set<EventId> fresh)
            throws SQLException, WriteFailedException {
        List<JdbcEvent.Call> runs = new ArrayList<>();
        List<Settled<JdbcEvent>> outcomes = new ArrayList<>(entries.size());
        for (Entry<JdbcEvent> entry : entries) {
            boolean first = claims.isEmpty() || fresh.remove(entry.event().id().orElseThrow());
            if (first) {
                runs.addAll(entry.event().calls());
            }
            outcomes.add(new Settled.Done<>(entry, first ? Outcome.APPLIED : Outcome.DUPLICATE));
        }
        demandNoneLeft(fresh);
        run(runs, entries.size() == 1);
        return outcomes;
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

    private Set<EventId> begin(List<Entry<JdbcEvent>> entries, Optional<Moves> moves) throws SQLException {
        if (claims.isEmpty()) {
            session.begin(moves);
            return Set.of();
        }
        SortedSet<EventId> sorted = new TreeSet<>();
        entries.forEach(entry -> sorted.add(entry.event().id().orElseThrow()));
        return claims.get().begin(session, moves, sorted);
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
